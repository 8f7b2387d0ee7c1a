import type { System } from '@qr-attendance/stack';
import type { Bench, Conditions, Findings } from '../bench.ts';
import { bareMarkRequest } from '../bounds/bare-mark.ts';
import { hasPgbench, runPgbench } from '../bounds/pgbench.ts';
import { startBare } from '../bounds/start-bare.ts';
import { runClosedLoop, type LoopOutcome } from '../load/closed-loop.ts';
import type { PreparedRequest } from '../load/mark-request.ts';
import { makeTakeMarks } from '../load/prepared-marks.ts';
import { showMs, showShare } from '../measure/format.ts';
import { cpuPerAnswer } from '../measure/cpu-table.ts';
import { withCpuShares } from '../measure/processes.ts';
import { median, percentile, spread } from '../measure/statistics.ts';
import { fillCampus, type Campus } from '../world/fill-campus.ts';
import { startWorld } from '../world/start-world.ts';

const GOAL = 0.6;
const FULL = { students: 300, courses: 5, rounds: 5, seconds: 5, warmUpSeconds: 8, connections: 48 };
const SHORT = { students: 20, courses: 2, rounds: 2, seconds: 1, warmUpSeconds: 1, connections: 16 };
type Size = typeof FULL;
/** Marks prepared for a round, beyond what the round before got done. */
const SPARE = 1.6;
/** Before anything has been measured. */
const FIRST_GUESS_PER_SECOND = 1_000;

interface Round extends LoopOutcome {
  shares: Map<string, number>;
  /** Events of marks that were still to be published when the round ended. */
  behind: number;
}

/** Runs rounds of one kind; the marks of each are prepared before it begins. */
const makeRunner = (
  system: Pick<System, 'processes' | 'url'>,
  size: Size,
  {
    prepare,
    waiting,
  }: { prepare: (count: number) => Promise<PreparedRequest[]>; waiting: () => Promise<number> },
) => {
  let perSecond = FIRST_GUESS_PER_SECOND;
  return async (seconds: number): Promise<Round> => {
    const requests = await prepare(Math.ceil(perSecond * SPARE * seconds));
    const { result, shares } = await withCpuShares(system, () =>
      runClosedLoop({
        url: system.url,
        connections: size.connections,
        requests: requests.values(),
        ms: seconds * 1_000,
        wanted: 201,
      }),
    );
    perSecond = result.perSecond;
    return { ...result, shares, behind: await waiting() };
  };
};

const measure = async (system: System, campus: Campus, size: Size, tell: Conditions['tell']) => {
  const takeMarks = makeTakeMarks(system, campus);
  const bare = await startBare(system);
  const withPgbench = await hasPgbench();
  if (!withPgbench) tell('pgbench is not installed: that bound is left out');
  try {
    const { waiting, untilPublished } = campus.attendance;
    const runMarks = makeRunner(system, size, { prepare: takeMarks, waiting });
    // Marks that are not sent serve as a pattern of headers.
    const [pattern] = await takeMarks(1);
    if (!pattern) throw new Error('no mark was prepared');
    const runBare = makeRunner(bare, size, {
      prepare: (count) => Promise.resolve(Array.from({ length: count }, () => bareMarkRequest(pattern))),
      waiting: () => Promise.resolve(0),
    });
    const rounds = { marks: [] as Round[], bare: [] as Round[], pgbench: [] as number[] };
    for (let round = 0; round <= size.rounds; round++) {
      const seconds = round === 0 ? size.warmUpSeconds : size.seconds;
      const marks = await runMarks(seconds);
      // What a mark leaves to be done must not slow down the bound.
      await untilPublished();
      const least = await runBare(seconds);
      const written = withPgbench ? await runPgbench(system.databases.attendance, seconds) : undefined;
      const said = [marks.perSecond, least.perSecond, ...(written ? [written] : [])].map((n) => n.toFixed(0));
      tell(`${round === 0 ? 'warm-up' : `round ${round}`}: ${said.join(', ')} a second`);
      if (round === 0) continue;
      rounds.marks.push(marks);
      rounds.bare.push(least);
      if (written) rounds.pgbench.push(written);
    }
    return rounds;
  } finally {
    await bare.stop();
  }
};

const othersOf = (rounds: Round[]): string => {
  const all = rounds.flatMap(({ others }) => [...others]);
  return all.length === 0 ? 'none' : all.map(([status, count]) => `${count} × ${status}`).join(', ');
};

const loopRow = (name: string, rounds: Round[]) => {
  const rates = rounds.map(({ perSecond }) => perSecond);
  const at = (share: number) => showMs(median(rounds.map(({ latencies }) => percentile(latencies, share))));
  return [
    name,
    median(rates).toFixed(0),
    rates.map((rate) => rate.toFixed(0)).join(', '),
    showShare(spread(rates)),
    at(0.5),
    at(0.99),
    othersOf(rounds),
    showShare(median(rounds.map(({ shares }) => shares.get('driver') ?? NaN))),
    median(rounds.map(({ behind }) => behind)).toFixed(0),
  ];
};

const describe = (
  { marks, bare, pgbench }: Awaited<ReturnType<typeof measure>>,
  { rounds, seconds, connections }: Size,
): Findings => {
  const ratios = marks.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? NaN));
  const direct =
    pgbench.length > 0
      ? [
          [
            'pgbench, the same INSERT',
            median(pgbench).toFixed(0),
            pgbench.map((rate) => rate.toFixed(0)).join(', '),
            showShare(spread(pgbench)),
            '',
            '',
            '',
            '',
            '',
          ],
        ]
      : [];
  const found = median(ratios);
  return {
    tables: [
      {
        title: `Marks a second, sustained (${connections} connections; medians of ${rounds} rounds of ${seconds} s)`,
        heads: [
          '',
          'a second',
          'each round',
          'spread',
          'p50 ms',
          'p99 ms',
          'other answers',
          'driver, of one core',
          'events behind',
        ],
        rows: [loopRow('marks, all checks', marks), loopRow('bare server, same gateway', bare), ...direct],
      },
      cpuPerAnswer('marks, all checks', marks),
      cpuPerAnswer('bare server, same gateway', bare),
    ],
    goals: [
      {
        goal: `marks a second at least ${GOAL} of the bare server's`,
        found: `${found.toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
        met: found >= GOAL,
      },
    ],
  };
};

export const marks: Bench = {
  name: 'marks',
  about: 'how many marks a second, with all checks, against a server that does next to nothing?',
  run: async ({ short, tell }) => {
    const size = short ? SHORT : FULL;
    const system = await startWorld();
    try {
      const campus = await fillCampus(system, size, tell);
      const rounds = await measure(system, campus, size, tell);
      await campus.close();
      return describe(rounds, size);
    } finally {
      await system.stop();
    }
  },
};
