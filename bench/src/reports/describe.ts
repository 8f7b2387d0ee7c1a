import type { Findings } from '../bench.ts';
import { latenciesOf, type SteadyAnswer } from '../load/steady.ts';
import { showMs, showShare } from '../measure/format.ts';
import { median, percentile } from '../measure/statistics.ts';
import type { Read } from './readers.ts';

const SLOWER_AT_MOST = 1.5;

export interface Round {
  alone: SteadyAnswer[];
  beside: SteadyAnswer[];
  read: Read;
  /** CPU in ms by process, and the duration. */
  aloneCpu: Map<string, number>;
  besideCpu: Map<string, number>;
  ms: number;
}

export interface Export {
  rows: number;
  /** Per million rows, also CPU in ms by process. */
  seconds: number;
  cpu: Map<string, number>;
}

export const markAt = (share: number) => (answers: SteadyAnswer[]) =>
  percentile(latenciesOf(answers, 201), share);
const ratiosOf = (rounds: Round[], share: number): number[] =>
  rounds.map(({ alone, beside }) => markAt(share)(beside) / markAt(share)(alone));
const list = (ratios: number[]) => ratios.map((ratio) => ratio.toFixed(2)).join(', ');

const markRow = (name: string, rounds: Round[], of: (round: Round) => SteadyAnswer[]) => [
  name,
  ...[0.5, 0.95, 0.99].map((share) => showMs(median(rounds.map((round) => markAt(share)(of(round)))))),
  rounds.map((round) => showMs(markAt(0.99)(of(round)))).join(', '),
  rounds.flatMap(of).filter(({ status }) => status !== 201).length,
];

const cpuRow = (
  name: string,
  all: Map<string, number>[],
  names: string[],
  show: (value: number) => string,
) => [name, ...names.map((process) => show(median(all.map((cpu) => cpu.get(process) ?? 0))))];

export const describe = (
  rounds: Round[],
  exports: Export[],
  { perSecond, seconds, dashboards }: { perSecond: number; seconds: number; dashboards: number },
): Findings => {
  const names = [...(rounds[0]?.besideCpu.keys() ?? [])];
  const shares = (of: (round: Round) => Map<string, number>) =>
    rounds.map((round) => new Map([...of(round)].map(([name, spent]) => [name, spent / round.ms])));
  const reads = rounds.map(({ read }) => read);
  const [p50, p99] = [ratiosOf(rounds, 0.5), ratiosOf(rounds, 0.99)];
  const refused = rounds.flatMap(({ alone, beside }) => [...alone, ...beside]);
  const lost = refused.filter(({ status }) => status !== 201).length;
  return {
    tables: [
      {
        title: `Marks at ${perSecond} a second, ms (medians of ${rounds.length} pairs of rounds of ${seconds} s)`,
        heads: ['', 'p50', 'p95', 'p99', 'p99 of each round', 'not marked'],
        rows: [
          markRow('alone', rounds, ({ alone }) => alone),
          markRow(`beside an export and ${dashboards} dashboards`, rounds, ({ beside }) => beside),
        ],
      },
      {
        title: 'Beside, as a ratio to alone in the same pair',
        heads: ['', 'median', 'each pair'],
        rows: [
          ['p50', median(p50).toFixed(2), list(p50)],
          ['p99', median(p99).toFixed(2), list(p99)],
        ],
      },
      {
        title: 'What was read meanwhile (medians)',
        heads: ['rows exported', 'rows a second', 'reloads of a dashboard', 'p50 ms', 'p99 ms', 'failed'],
        rows: [
          [
            median(reads.map(({ rows }) => rows)).toFixed(0),
            median(rounds.map(({ read, ms }) => (read.rows / ms) * 1_000)).toFixed(0),
            median(reads.map(({ reloads }) => reloads.length)).toFixed(0),
            showMs(median(reads.map(({ reloads }) => percentile(reloads, 0.5)))),
            showMs(median(reads.map(({ reloads }) => percentile(reloads, 0.99)))),
            reads.reduce((sum, { failed }) => sum + failed, 0),
          ],
        ],
      },
      {
        title: 'CPU, of one core',
        heads: ['', ...names],
        rows: [
          cpuRow(
            'alone',
            shares(({ aloneCpu }) => aloneCpu),
            names,
            showShare,
          ),
          cpuRow(
            'beside',
            shares(({ besideCpu }) => besideCpu),
            names,
            showShare,
          ),
        ],
      },
      {
        title: `An export by itself: CPU for a million rows, ms (medians of ${exports.length})`,
        heads: ['rows', 's for a million', ...names],
        rows: [
          [
            exports[0]?.rows ?? 0,
            median(exports.map((one) => one.seconds)).toFixed(1),
            ...cpuRow(
              '',
              exports.map(({ cpu }) => cpu),
              names,
              (ms) => ms.toFixed(0),
            ).slice(1),
          ],
        ],
      },
    ],
    goals: [
      {
        goal: `p99 of marks beside an export and dashboards at most ${SLOWER_AT_MOST} times that alone`,
        found: `${median(p99).toFixed(2)} (${list(p99)})`,
        met: median(p99) <= SLOWER_AT_MOST,
      },
      { goal: 'no mark is refused', found: String(lost), met: lost === 0 },
    ],
  };
};
