import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { endAndAssess } from '../target/end-and-assess.ts';
import type { Target } from '../target/start-target.ts';
import type { Attempt } from './attempts.ts';
import { CHEATS, type Cheat } from './cheats.ts';
import { markdownTable } from './table.ts';

const ROUNDS = 5;
interface Cost {
  cheat: Cheat;
  attempt: Attempt;
  marked: number;
  requests: number;
  ms: number;
}

const measure = async (target: Target, cheat: Cheat): Promise<Cost> => {
  const attempt = await cheat.prepare(target);
  let requests = 0;
  const count = () => void requests++;
  subscribe('undici:request:create', count);
  const began = performance.now();
  const marked = await attempt.script();
  const ms = performance.now() - began;
  unsubscribe('undici:request:create', count);
  return { cheat, attempt, marked, requests, ms };
};

const shownTo = async ({ flagsIn }: Target, { running, absent }: Attempt): Promise<string> => {
  const flags = await flagsIn(running);
  const reasons = absent.flatMap(({ id }) => flags.get(id) ?? []);
  const counts = Map.groupBy(reasons, (reason) => reason);
  return [...counts].map(([reason, those]) => `${reason} (${those.length})`).join(', ') || 'nothing';
};

/** Rounds run one by one, so each time belongs to one script. */
const measureCheat = async (target: Target, cheat: Cheat): Promise<Cost> => {
  const rounds: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(target, cheat));
  const outcomes = new Set(rounds.map(({ marked }) => marked));
  if (outcomes.size > 1) throw new Error(`${cheat.name}: marked ${[...outcomes].join(' or ')}`);
  rounds.sort((one, other) => one.ms - other.ms);
  const middle = rounds[Math.floor(ROUNDS / 2)];
  if (!middle) throw new Error('no round');
  await endAndAssess(target, middle.attempt.running);
  return middle;
};

/**
 * Measures how much each way to fake presence costs a script that has all credentials of its user, as a
 * Markdown table. Takes some minutes.
 */
export const measureCosts = async (target: Target): Promise<string> => {
  const costs: Cost[] = [];
  for (const cheat of CHEATS) costs.push(await measureCheat(target, cheat));
  const rows = await Promise.all(
    costs.map(async ({ cheat: { name, has }, attempt, marked, requests, ms }) => [
      name,
      has,
      `${marked} of ${attempt.absent.length}`,
      requests,
      `${(ms / 1_000).toFixed(2)} s`,
      await shownTo(target, attempt),
    ]),
  );
  const heads = [
    'way',
    'the cheat has',
    'marks',
    'requests',
    `time, median of ${ROUNDS}`,
    'shown to the teacher',
  ];
  return markdownTable(heads, rows);
};
