import type { System } from '@qr-attendance/stack';
import { eventually } from '@qr-attendance/test-kit';
import pg from 'pg';
import { joinFindings, type Bench, type Findings } from '../bench.ts';
import { barePhone } from '../bounds/bare-mark.ts';
import { startBare } from '../bounds/start-bare.ts';
import {
  burstOutcomes,
  burstTable,
  countFailures,
  runBurst,
  runHall,
  type Burst,
  type HallRound,
} from '../load/hall.ts';
import { phoneOf, type PhoneResult } from '../load/phone.ts';
import { cpuTable, totalOf } from '../measure/cpu-table.ts';
import { formatMs } from '../measure/format.ts';
import { atLeast, atMost, zeroOf, formatFigures } from '../measure/goals.ts';
import { ratiosOf, runAlternating } from '../measure/rounds.ts';
import { median, percentile } from '../measure/statistics.ts';
import type { Campus } from '../world/fill-campus.ts';
import type { Gateway } from '../world/open-gateway.ts';
import { withFreshTokens } from '../world/people.ts';
import { startRelease } from '../world/start-release.ts';
import { withCampus } from '../world/with-campus.ts';

/** Ratios to the bare server: CPU time of a scan and a mark, and their rate. */
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

interface SystemUnderTest {
  system: System;
  campus: Campus;
  name: string;
}

const untilHandled = async ({ databases }: System): Promise<void> => {
  const client = new pg.Client({ connectionString: databases.events });
  await client.connect();
  const isIdle = async () => {
    const { rowCount } = await client.query(`SELECT FROM bus.job WHERE state < 'completed' LIMIT 1`);
    if (rowCount !== 0) throw new Error('an event is not handled');
  };
  await eventually(isIdle).finally(() => client.end());
};

const runProduct = async ({ system, campus }: SystemUnderTest, { connections }: Size): Promise<HallRound> => {
  const [lesson] = await campus.openSessions();
  if (!lesson) throw new Error('no session was opened');
  const phones = withFreshTokens(system, campus.students).map((student) => phoneOf(student, lesson.code));
  return runHall(system, phones, connections, async () => {
    await campus.attendance.untilSettled();
    await untilHandled(system);
  });
};

const rateRow = (name: string, rounds: HallRound[]) => {
  const at = (share: number, of: (visit: PhoneResult) => number) =>
    formatMs(median(rounds.map(({ visits }) => percentile(visits.map(of), share))));
  const [scan, mark] = [(one: PhoneResult) => one.verifyMs, (one: PhoneResult) => one.markMs ?? NaN];
  return [
    name,
    formatFigures(
      rounds.map(({ perSecond }) => perSecond),
      (rate) => rate.toFixed(0),
    ),
    at(0.5, scan),
    at(0.99, scan),
    at(0.5, mark),
    at(0.99, mark),
  ];
};

const cpuOf = ({ cpu }: HallRound): number => totalOf(cpu);

const describeHalls = (
  names: string[],
  roundsByName: HallRound[][],
  { students, rounds, connections }: Size,
): Findings => {
  const [product = [], bare = [], before] = roundsByName;
  const cpu = ratiosOf(product, bare, cpuOf);
  const rate = ratiosOf(product, bare, ({ perSecond }) => perSecond);
  const rows = roundsByName.map((results, index) => [names[index] ?? '', results] as const);
  return {
    tables: [
      {
        title: `Students who scan and mark (${students} over ${connections} connections at a time; medians of ${rounds} rounds)`,
        heads: ['', 'a second (each round)', 'scan p50', 'scan p99', 'mark p50', 'mark p99'],
        rows: rows.map(([name, results]) => rateRow(name, results)),
      },
      cpuTable(
        'CPU for one student, ms',
        rows.map(([name, results]) => [name, results.map((round) => round.cpu)]),
      ),
      ...(before
        ? [
            {
              title: 'CPU for one student, as a ratio to the other release in the same round',
              heads: ['median (each round)'],
              rows: [[formatFigures(ratiosOf(product, before, cpuOf))]],
            },
          ]
        : []),
    ],
    goals: [
      atMost("CPU for a scan and a mark, to the bare server's,", cpu, MAX_CPU_RATIO),
      atLeast("students a second, to the bare server's,", rate, MIN_RATE_RATIO),
    ],
  };
};

const describeBursts = (
  bursts: Map<string, Burst[][]>,
  systems: SystemUnderTest[],
  { students }: Size,
): Findings => {
  const product = [...bursts.values()].flatMap(([first = []]) => first);
  return {
    tables: [
      ...[...bursts].flatMap(([title, found]) =>
        found.map((some, index) => burstTable(`${systems[index]?.name}, ${title}`, some, students)),
      ),
      burstOutcomes(product),
    ],
    goals: [zeroOf('marks lost, refused or written twice', countFailures(product))],
  };
};

const measure = async (
  systems: SystemUnderTest[],
  bare: Gateway,
  size: Size,
  log: (text: string) => void,
): Promise<Findings> => {
  const bursts = new Map<string, Burst[][]>();
  const keepBursts = async (title: string, windowMs: number, rounds: number) => {
    const runs = systems.map(
      ({ system, campus }) =>
        () =>
          runBurst(system, campus, windowMs),
    );
    bursts.set(title, await runAlternating(runs, { rounds }));
    log(`bursts, ${title}: done`);
  };
  const [product, other] = systems as [SystemUnderTest, SystemUnderTest?];
  const shortestMs = Math.min(...size.windowsMs);
  // The first burst after a start is measured before code is compiled and data is cached.
  await keepBursts(`first after a start, ${shortestMs / 1_000} s`, shortestMs, 1);
  const runBare = () => {
    const phones = withFreshTokens(product.system, product.campus.students).map(barePhone);
    return runHall(bare, phones, size.connections, () => Promise.resolve());
  };
  const names = [product.name, 'bare server, same gateway', ...(other ? [other.name] : [])];
  const halls = await runAlternating(
    [() => runProduct(product, size), runBare, ...(other ? [() => runProduct(other, size)] : [])],
    size,
    (round, results) => {
      const rates = results.map(
        (hall, index) =>
          `${names[index]}: ${hall.perSecond.toFixed(0)} a second, ${cpuOf(hall).toFixed(2)} ms`,
      );
      log(`${round}: ${rates.join('; ')}`);
    },
  );
  for (const windowMs of size.windowsMs) await keepBursts(`${windowMs / 1_000} s`, windowMs, size.bursts);
  return joinFindings(describeHalls(names, halls, size), describeBursts(bursts, systems, size));
};

export const student: Bench = {
  name: 'student',
  about: 'what does a student cost who scans and marks, against a server that does next to nothing?',
  run: async ({ short, students, release, log }) => {
    const defaults = short ? SHORT : FULL;
    const size = { ...defaults, students: students ?? defaults.students };
    const school = { students: size.students, courses: 1 };
    return withCampus(school, log, async (system, campus) => {
      const bare = await startBare(system);
      const before = release === undefined ? undefined : await startRelease(release, system, school, log);
      const systems = [
        { system, campus, name: 'all checks' },
        ...(before ? [{ ...before, name: `release ${release}` }] : []),
      ];
      try {
        return await measure(systems, bare, size, log);
      } finally {
        await before?.stop();
        await bare.stop();
      }
    });
  },
};
