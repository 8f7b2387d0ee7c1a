import type { System } from '@qr-attendance/stack';
import pLimit from 'p-limit';
import type { Bench, Conditions, Findings } from '../bench.ts';
import { barePhone } from '../bounds/bare-mark.ts';
import { startBare } from '../bounds/start-bare.ts';
import { burstFates, burstTimes, runBurst, sumOf, type BurstRound } from '../load/hall-burst.ts';
import { phoneOf, visit, type Phone, type Visit } from '../load/phone.ts';
import { showMs, showShare } from '../measure/format.ts';
import { withCpu } from '../measure/processes.ts';
import { median, percentile, spread } from '../measure/statistics.ts';
import { fillCampus, type Campus } from '../world/fill-campus.ts';
import { untilHeard } from '../world/read-sessions.ts';
import { startWorld } from '../world/start-world.ts';

/** CPU of a scan and a mark, of that of the bare server's same two requests, and their rate, of its rate. */
const MOST_CPU = 2;
const LEAST_RATE = 0.5;
/** The first rounds go uncounted: processes are cold. */
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

interface Round {
  visits: Visit[];
  perSecond: number;
  /** Milliseconds by process, with all that follows from a mark until the session service has heard of it. */
  cpu: Map<string, number>;
}

/** All students scan and mark, each over a connection of their own, so many at a time. */
const runHall = async (
  { url, processes }: Pick<System, 'url' | 'processes'>,
  phones: Phone[],
  connections: number,
  untilDone: () => Promise<void>,
): Promise<Round> => {
  const limit = pLimit(connections);
  const { result, cpu } = await withCpu({ processes }, async () => {
    const began = performance.now();
    const visits = await limit.map(phones, (phone) => visit(url, phone, performance.now()));
    const seconds = (performance.now() - began) / 1_000;
    await untilDone();
    return { visits, seconds };
  });
  const { visits, seconds } = result;
  const failed = visits.find(({ markStatus }) => markStatus !== 201);
  if (failed) throw new Error(`a student was answered ${failed.verifyStatus} and ${failed.markStatus}`);
  return { visits, perSecond: visits.length / seconds, cpu };
};

const measure = async (system: System, campus: Campus, size: Size, tell: Conditions['tell']) => {
  const { students, attendance, openSessions } = campus;
  const bare = await startBare(system);
  try {
    const rounds = { product: [] as Round[], bare: [] as Round[] };
    for (let round = 1 - size.warmUps; round <= size.rounds; round++) {
      const [lesson] = await openSessions();
      if (!lesson) throw new Error('no session was opened');
      const phones = students.map((student) => phoneOf(student, lesson.code));
      const product = await runHall(system, phones, size.connections, async () => {
        await attendance.untilPublished();
        await untilHeard(system.urls.session, [lesson], students.length);
      });
      const least = await runHall(bare, students.map(barePhone), size.connections, () => Promise.resolve());
      const said = [product, least].map(
        ({ perSecond, cpu }) => `${perSecond.toFixed(0)} a second, ${cpuEach(cpu, students.length)} ms`,
      );
      tell(`${round > 0 ? `round ${round}` : 'warm-up'}: ${said.join('; bare: ')}`);
      if (round <= 0) continue;
      rounds.product.push(product);
      rounds.bare.push(least);
    }
    return rounds;
  } finally {
    await bare.stop();
  }
};

/** CPU of all processes but the driver's, for one student. */
const cpuOf = (cpu: Map<string, number>, students: number): number =>
  [...cpu].reduce((sum, [name, ms]) => sum + (name === 'driver' ? 0 : ms), 0) / students;
const cpuEach = (cpu: Map<string, number>, students: number): string => cpuOf(cpu, students).toFixed(2);

const rateRow = (name: string, rounds: Round[]) => {
  const rates = rounds.map(({ perSecond }) => perSecond);
  const at = (share: number, of: (visit: Visit) => number) =>
    showMs(median(rounds.map(({ visits }) => percentile(visits.map(of), share))));
  const [scan, mark] = [(one: Visit) => one.verifyMs, (one: Visit) => one.markMs ?? NaN];
  return [
    name,
    median(rates).toFixed(0),
    rates.map((rate) => rate.toFixed(0)).join(', '),
    showShare(spread(rates)),
    at(0.5, scan),
    at(0.99, scan),
    at(0.5, mark),
    at(0.99, mark),
  ];
};

const cpuRow = (name: string, rounds: Round[], processes: string[], students: number) => {
  const each = (process: string) =>
    median(rounds.map(({ cpu }) => (cpu.get(process) ?? 0) / students)).toFixed(2);
  const all = median(rounds.map(({ cpu }) => cpuOf(cpu, students))).toFixed(2);
  return [name, ...processes.map(each), all];
};

const describe = (
  { product, bare }: Awaited<ReturnType<typeof measure>>,
  bursts: { windowMs: number; rounds: BurstRound[] }[],
  { students, rounds, connections }: Size,
): Findings => {
  const ratios = (of: (round: Round) => number) =>
    product.map((round, index) => of(round) / of(bare[index] ?? round));
  const [cpu, rate] = [ratios((round) => cpuOf(round.cpu, students)), ratios(({ perSecond }) => perSecond)];
  const say = (found: number[]) =>
    `${median(found).toFixed(2)} (${found.map((ratio) => ratio.toFixed(2)).join(', ')})`;
  const names = [...(product[0]?.cpu.keys() ?? [])];
  const all = bursts.flatMap((burst) => burst.rounds);
  const lost = sumOf(all, (round) => round.lost + round.unanswered + round.duplicated + round.unasked);
  return {
    tables: [
      {
        title: `Students who scan and mark, a second (${students} over ${connections} connections at a time; medians of ${rounds} rounds)`,
        heads: ['', 'a second', 'each round', 'spread', 'scan p50', 'scan p99', 'mark p50', 'mark p99'],
        rows: [rateRow('all checks', product), rateRow('bare server, same gateway', bare)],
      },
      {
        title: 'CPU for one student, ms',
        heads: ['', ...names, 'all but the driver'],
        rows: [
          cpuRow('all checks', product, names, students),
          cpuRow('bare server, same gateway', bare, names, students),
        ],
      },
      ...bursts.map(({ windowMs, rounds: some }) => burstTimes(some, students, windowMs)),
      burstFates(all),
    ],
    goals: [
      {
        goal: `CPU for a scan and a mark at most ${MOST_CPU} times the bare server's`,
        found: say(cpu),
        met: median(cpu) <= MOST_CPU,
      },
      {
        goal: `students a second at least ${LEAST_RATE} of the bare server's`,
        found: say(rate),
        met: median(rate) >= LEAST_RATE,
      },
      { goal: 'no mark lost, refused or written twice', found: String(lost), met: lost === 0 },
    ],
  };
};

export const student: Bench = {
  name: 'student',
  about: 'what does a student cost who scans and marks, against a server that does next to nothing?',
  run: async ({ short, tell }) => {
    const size = short ? SHORT : FULL;
    const system = await startWorld();
    try {
      const campus = await fillCampus(system, { students: size.students, courses: 1 }, tell);
      const rounds = await measure(system, campus, size, tell);
      const bursts: { windowMs: number; rounds: BurstRound[] }[] = [];
      for (const windowMs of size.windowsMs) {
        const some: BurstRound[] = [];
        for (let round = 0; round < size.bursts; round++) some.push(await runBurst(system, campus, windowMs));
        bursts.push({ windowMs, rounds: some });
        tell(`bursts of ${windowMs / 1_000} s: done`);
      }
      await campus.close();
      return describe(rounds, bursts, size);
    } finally {
      await system.stop();
    }
  },
};
