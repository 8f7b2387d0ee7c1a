import { setTimeout as pause } from 'node:timers/promises';
import { longestInterruption } from './campus/interruption.ts';
import type { Outcome } from './campus/phone.ts';
import type { Campus, PlannedMark } from './campus/set-up.ts';
import { streamMarks } from './campus/stream.ts';
import { agree, findDisagreements, type Disagreements } from './checks/agree.ts';
import type { Books } from './checks/books.ts';
import type { Cluster } from './cluster/start-cluster.ts';
import type { Fault } from './faults/fault.ts';
import type { Row } from './table.ts';

/** Maximum time after the last answer during which parts of the system may differ. */
const RECOVERY_MS = 30_000;
const CALM_MS = 1_000;
const STREAM_SECONDS = 12;

interface Run {
  cluster: Cluster;
  campus: Campus;
  books: Books;
  history: Outcome[];
}

const settle = async (
  { cluster, books, campus, history }: Run,
  recoveryMs: number,
): Promise<Disagreements> => {
  const until = Date.now() + recoveryMs;
  for (;;) {
    const disagreements = await findDisagreements(cluster, books, campus, history).catch(
      (error: unknown): Disagreements => ({ lost: [], duplicated: [], others: [String(error)] }),
    );
    if (agree(disagreements) || Date.now() > until) return disagreements;
    await pause(500);
  }
};

export const runFault = async (fault: Fault, marks: PlannedMark[], run: Run): Promise<Row> => {
  const nothing = {
    sent: 0,
    acknowledged: 0,
    refused: 0,
    lost: 0,
    duplicated: 0,
    agreeAfterMs: 0,
    longestInterruptionMs: 0,
  };
  const skipped = fault.impossible?.(run.cluster);
  if (skipped) return { fault: fault.name, ...nothing, disagreements: [], skipped };
  const beganAt = Date.now();
  const enrolled = marks.filter((mark) => mark.enrolled);
  const waiting = enrolled.slice(0, Math.floor(marks.length * (fault.waitingShare ?? 0)));
  const flowing = marks.filter((mark) => !waiting.includes(mark));
  const [streamed, struck] = await Promise.all([
    streamMarks(run.cluster.url, flowing, flowing.length / (fault.streamSeconds ?? STREAM_SECONDS)),
    pause(CALM_MS).then(() => fault.strike(run.cluster, { campus: run.campus, waiting })),
  ]);
  const outcomes = [...streamed, ...(struck?.outcomes ?? [])];
  run.history.push(...outcomes);
  const count = (result: Outcome['result']) => outcomes.filter((one) => one.result === result).length;
  const answeredAt = Date.now();
  const { lost, duplicated, others } = await settle(run, RECOVERY_MS + (fault.delaysMs ?? 0));
  const agreeAfterMs = Date.now() - answeredAt;
  const seen = (await struck?.check(run.history)) ?? [];
  const wrong = outcomes.flatMap(({ result, enrolled, code }) => {
    if (result === 'unanswered') return ['a phone was never answered'];
    if (result === 'refused' && enrolled) return [`an enrolled student was refused: ${code}`];
    return result === 'acknowledged' && !enrolled ? ['a stranger was marked'] : [];
  });
  return {
    fault: fault.name,
    sent: outcomes.length,
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    lost: lost.length,
    duplicated: duplicated.length,
    disagreements: [...others, ...wrong, ...seen],
    agreeAfterMs,
    longestInterruptionMs: longestInterruption(outcomes, beganAt),
  };
};
