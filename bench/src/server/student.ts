import type { System } from '@qr-attendance/stack';
import { eventually } from '@qr-attendance/test-kit';
import pg from 'pg';
import type { Bench, Conditions, Findings } from '../bench.ts';
import { barePhone } from '../bounds/bare-mark.ts';
import { startBare } from '../bounds/start-bare.ts';
import { type Bursts, type Measured, runBursts } from '../load/bursts.ts';
import { burstFates, burstTimes, sumOf } from '../load/hall-burst.ts';
import { cpuOf, runHall, type HallRound } from '../load/hall-round.ts';
import { phoneOf, type Visit } from '../load/phone.ts';
import { showMs, showShare } from '../measure/format.ts';
import { median, percentile, spread } from '../measure/statistics.ts';
import { fillCampus, type Campus } from '../world/fill-campus.ts';
import { withFreshTokens } from '../world/people.ts';
import { startRelease } from '../world/start-release.ts';
import { startWorld } from '../world/start-world.ts';

/** Ratios to the bare server: CPU of a scan and a mark, and their rate. */
const MAX_CPU_RATIO = 2;
const MIN_RATE_RATIO = 0.5;
const FULL = {
  students: 1_500,
  warmUps: 2,
  rounds: 5,
  connections: 48,
  bursts: 3,
  windowsMs: [10_000, 3_000],
};
const SHORT = { students: 60, warmUps: 1, rounds: 2, connections: 16, bursts: 1, windowsMs: [1_000] };
type Size = typeof FULL;

interface Contestant {
  name: string;
  runRound: () => Promise<HallRound>;
  rounds: HallRound[];
}

const contestant = (name: string, runRound: () => Promise<HallRound>): Contestant => ({
  name,
  runRound,
  rounds: [],
});

/** Waits until every service has handled its events. */
const untilHandled = async ({ databases }: System): Promise<void> => {
  const client = new pg.Client({ connectionString: databases.events });
  await client.connect();
  const isIdle = async () => {
    const { rowCount } = await client.query(`SELECT FROM bus.job WHERE state < 'completed' LIMIT 1`);
    if (rowCount !== 0) throw new Error('an event is not handled');
  };
  await eventually(isIdle).finally(() => client.end());
};

/** All students of a campus scan and mark; a round ends when the last event of a mark has been handled. */
const runProduct = async (system: System, { students, attendance, openSessions }: Campus, size: Size) => {
  const [lesson] = await openSessions();
  if (!lesson) throw new Error('no session was opened');
  const phones = withFreshTokens(system, students).map((student) => phoneOf(student, lesson.code));
  return runHall(system, phones, size.connections, async () => {
    await attendance.untilSettled();
    await untilHandled(system);
  });
};

const measure = async (contestants: Contestant[], size: Size, log: Conditions['log']): Promise<void> => {
  for (let round = 1 - size.warmUps; round <= size.rounds; round++) {
    const said: string[] = [];
    // The first system of a round also pays for the work that the previous round left to the databases.
    const order = round % 2 === 0 ? contestants.toReversed() : contestants;
    for (const { name, runRound, rounds } of order) {
      const found = await runRound();
      if (round > 0) rounds.push(found);
      said.push(`${name}: ${found.perSecond.toFixed(0)} a second, ${cpuOf(found).toFixed(2)} ms`);
    }
    log(`${round > 0 ? `round ${round}` : 'warm-up'}: ${said.join('; ')}`);
  }
};

const rateRow = ({ name, rounds }: Contestant) => {
  const rates = rounds.map(({ perSecond }) => perSecond);
  const at = (share: number, of: (visit: Visit) => number) =>
    showMs(median(rounds.map(({ visits }) => percentile(visits.map(of), share))));
  const [scan, mark] = [(one: Visit) => one.verifyMs, (one: Visit) => one.markMs ?? NaN];
  return [
    name,
    median(rates).toFixed(0),
    rates.map((rate) => rate.toFixed(0)).join(', '),
    showShare(spread(rates)),
    ...[at(0.5, scan), at(0.99, scan), at(0.5, mark), at(0.99, mark)],
  ];
};

const cpuRow = ({ name, rounds }: Contestant, processes: string[]) => {
  const each = (process: string) =>
    median(rounds.map(({ cpu, visits }) => (cpu.get(process) ?? 0) / visits.length)).toFixed(2);
  return [name, ...processes.map(each), median(rounds.map(cpuOf)).toFixed(2)];
};

const ratios = (one: Contestant, other: Contestant, of: (round: HallRound) => number): number[] =>
  one.rounds.map((round, index) => of(round) / of(other.rounds[index] ?? round));
const say = (found: number[]): string =>
  `${median(found).toFixed(2)} (${found.map((ratio) => ratio.toFixed(2)).join(', ')})`;

const describe = (
  contestants: [product: Contestant, bare: Contestant, before?: Contestant],
  bursts: Bursts[],
  { students, rounds, connections }: Size,
): Findings => {
  const [product, bare, before] = contestants;
  const shown = contestants.filter((one) => one !== undefined);
  const [cpu, rate] = [ratios(product, bare, cpuOf), ratios(product, bare, (round) => round.perSecond)];
  const names = [...(product.rounds[0]?.cpu.keys() ?? [])];
  const all = bursts.filter((one) => one.of === product.name).flatMap((one) => one.rounds);
  const lost = sumOf(all, (round) => round.lost + round.unanswered + round.duplicated + round.unasked);
  return {
    tables: [
      {
        title: `Students who scan and mark, a second (${students} over ${connections} connections at a time; medians of ${rounds} rounds)`,
        heads: ['', 'a second', 'each round', 'spread', 'scan p50', 'scan p99', 'mark p50', 'mark p99'],
        rows: shown.map(rateRow),
      },
      {
        title: 'CPU for one student, ms',
        heads: ['', ...names, 'all but the driver'],
        rows: shown.map((one) => cpuRow(one, names)),
      },
      ...(before
        ? [
            {
              title: 'CPU for one student, as a ratio to the release before in the same round',
              heads: ['median (each round)'],
              rows: [[say(ratios(product, before, cpuOf))]],
            },
          ]
        : []),
      ...bursts.map(({ title, rounds: some }) => burstTimes(title, some, students)),
      burstFates(all),
    ],
    goals: [
      {
        goal: `CPU for a scan and a mark at most ${MAX_CPU_RATIO} times the bare server's`,
        found: say(cpu),
        met: median(cpu) <= MAX_CPU_RATIO,
      },
      {
        goal: `students a second at least ${MIN_RATE_RATIO} of the bare server's`,
        found: say(rate),
        met: median(rate) >= MIN_RATE_RATIO,
      },
      { goal: 'no mark lost, refused or written twice', found: String(lost), met: lost === 0 },
    ],
  };
};

export const student: Bench = {
  name: 'student',
  about: 'what does a student cost who scans and marks, against a server that does next to nothing?',
  run: async ({ short, students, release, log }) => {
    const usual = short ? SHORT : FULL;
    const size = { ...usual, students: students ?? usual.students };
    const school = { students: size.students, courses: 1 };
    const system = await startWorld();
    const campus = await fillCampus(system, school, log);
    const bare = await startBare(system);
    const before = release === undefined ? undefined : await startRelease(release, system, school, log);
    const systems: Measured[] = [
      { system, campus, name: 'all checks' },
      ...(before ? [{ system: before.system, campus: before.campus, name: `release ${release}` }] : []),
    ];
    const barePhones = () => withFreshTokens(system, campus.students).map(barePhone);
    try {
      const windowMs = Math.min(...size.windowsMs);
      // Before anything else, while no code is compiled and nothing is cached.
      const bursts = await runBursts(systems, `first after a start, ${windowMs / 1_000} s`, {
        windowMs,
        count: 1,
      });
      log('first bursts: done');
      const [product, other] = systems.map((one) =>
        contestant(one.name, () => runProduct(one.system, one.campus, size)),
      ) as [Contestant, Contestant?];
      const bound = contestant('bare server, same gateway', () =>
        runHall(bare, barePhones(), size.connections, () => Promise.resolve()),
      );
      const contestants: Parameters<typeof describe>[0] = other ? [product, bound, other] : [product, bound];
      await measure(
        contestants.filter((one) => one !== undefined),
        size,
        log,
      );
      for (const ms of size.windowsMs) {
        bursts.push(...(await runBursts(systems, `${ms / 1_000} s`, { windowMs: ms, count: size.bursts })));
        log(`bursts of ${ms / 1_000} s: done`);
      }
      return describe(contestants, bursts, size);
    } finally {
      await before?.stop();
      await bare.stop();
      await campus.close();
      await system.stop();
    }
  },
};
