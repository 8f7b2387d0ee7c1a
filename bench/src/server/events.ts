import { randomBytes } from 'node:crypto';
import type { AttendanceTotals } from '@qr-attendance/contracts';
import type { System } from '@qr-attendance/stack';
import { eventually, startTestKafka } from '@qr-attendance/test-kit';
import type { Bench, Conditions, Findings } from '../bench.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { prepareSitting, type Sitting } from '../load/prepared-marks.ts';
import { openRosterPage, type RosterPage } from '../load/roster-page.ts';
import { sendSteadily } from '../load/steady.ts';
import { delaysUntilCounted, watchCount } from '../load/watch-count.ts';
import { showMs } from '../measure/format.ts';
import { cpuTable } from '../measure/cpu-table.ts';
import { withCpuShares } from '../measure/processes.ts';
import { median, percentile } from '../measure/statistics.ts';
import { fillCampus, type Campus } from '../world/fill-campus.ts';
import type { Lesson } from '../world/lessons.ts';
import type { Person } from '../world/people.ts';
import { readJson } from '../world/read-json.ts';
import { readSessions } from '../world/read-sessions.ts';
import { startWorld } from '../world/start-world.ts';

const WANTED_PER_SECOND = 500;
const LOOK_EVERY_MS = 50;
const FULL = { students: 1_000, courses: 5, rounds: 3, seconds: 10 };
const SHORT = { students: 20, courses: 2, rounds: 1, seconds: 1 };
type Size = typeof FULL;

const createReaders = ({ url }: System, teacher: Person, lessons: Lesson[]) => {
  const readTotals = () => readJson<AttendanceTotals>(`${url}/api/attendance/totals`, teacher);
  return {
    counted: async (): Promise<number> => {
      const { present, late } = await readTotals();
      return present + late;
    },
    listed: () => readSessions(url, teacher, lessons),
  };
};

const untilAtLeast = (count: number, latest: () => number): Promise<void> =>
  eventually(() => {
    if (latest() < count) throw new Error(`${latest()} of ${count} are counted`);
  });

interface Round {
  sent: number;
  marked: number;
  answered: number[];
  streamed: number[];
  counted: number[];
  listed: number[];
  shares: Map<string, number>;
}

const measureRound = async (
  system: System,
  { lessons, marks }: Sitting,
  perSecond: number,
  size: Size,
): Promise<Round> => {
  const [{ teacher }] = lessons as [Lesson];
  const readers = createReaders(system, teacher, lessons);
  const before = await readers.counted();
  const pages: RosterPage[] = await Promise.all(lessons.map((lesson) => openRosterPage(system.url, lesson)));
  const totals = watchCount(async () => (await readers.counted()) - before, LOOK_EVERY_MS);
  const lists = watchCount(readers.listed, LOOK_EVERY_MS);
  const chosen = marks.slice(0, Math.round(perSecond * size.seconds));
  const { result: answers, shares } = await withCpuShares(system, () =>
    sendSteadily(system.url, chosen, perSecond),
  );
  const written = answers
    .filter(({ status }) => status === 201)
    .toSorted((a, b) => a.answeredAt - b.answeredAt);
  await untilAtLeast(written.length, lists.latest);
  await untilAtLeast(written.length, totals.latest);
  await Promise.all([totals.stop(), lists.stop()]);
  for (const page of pages) page.close();
  const arrivals = new Map(pages.flatMap((page) => [...page.arrivals]));
  const moments = written.map(({ dueAt }) => dueAt);
  return {
    sent: chosen.length,
    marked: written.length,
    answered: written.map(({ dueAt, answeredAt }) => answeredAt - dueAt),
    streamed: written.flatMap(({ text, dueAt }) => {
      const at = arrivals.get((JSON.parse(text) as { _id: string })._id);
      return at === undefined ? [] : [at - dueAt];
    }),
    counted: delaysUntilCounted(moments, totals.observations),
    listed: delaysUntilCounted(moments, lists.observations),
    shares,
  };
};

const LONGEST_MS = 60_000;
/**
 * The maximum rate including events: marks of a sitting at full speed until the session service has counted
 * all. Above this rate, queues would grow without end; the result is rather too low, because it includes the
 * wait for the last events.
 */
const findSustainableRate = async (system: System, campus: Campus): Promise<number> => {
  const { lessons, marks } = await prepareSitting(system, campus);
  const [{ teacher }] = lessons as [Lesson];
  const began = performance.now();
  const { latencies } = await runClosedLoop({
    url: system.url,
    connections: 32,
    requests: marks.values(),
    ms: LONGEST_MS,
    wanted: 201,
  });
  const { listed } = createReaders(system, teacher, lessons);
  await eventually(async () => {
    if ((await listed()) < latencies.length) throw new Error('not all are listed');
  });
  return (latencies.length / (performance.now() - began)) * 1_000;
};

const measureBus = async (
  kafka: { brokers: string } | undefined,
  size: Size,
  log: Conditions['log'],
): Promise<{ perSecond: number; bearable: number; rounds: Round[] }> => {
  const prefix = { KAFKA_TOPIC_PREFIX: `b${randomBytes(4).toString('hex')}.` };
  const system = await startWorld(kafka ? { kafka: { ...kafka, env: prefix } } : {});
  try {
    const campus = await fillCampus(system, size, log);
    const bearable = await findSustainableRate(system, campus);
    const perSecond = Math.min(WANTED_PER_SECOND, Math.floor(bearable));
    log(`bears ${bearable.toFixed(0)} marks a second with all their events; measured at ${perSecond}`);
    const rounds: Round[] = [];
    for (let round = 1; round <= size.rounds; round++) {
      rounds.push(await measureRound(system, await prepareSitting(system, campus), perSecond, size));
      log(`round ${round} done`);
    }
    await campus.close();
    return { perSecond, bearable, rounds };
  } finally {
    await system.stop();
  }
};

const rowOf = (name: string, rounds: Round[], of: (round: Round) => number[]) => {
  const at = (share: number) => rounds.map((round) => percentile(of(round), share));
  const found = rounds.reduce((sum, round) => sum + of(round).length, 0);
  const marked = rounds.reduce((sum, round) => sum + round.marked, 0);
  return [
    name,
    ...[0.5, 0.95, 0.99].map((share) => showMs(median(at(share)))),
    at(0.99).map(showMs).join(', '),
    `${found} of ${marked}`,
  ];
};

const tablesOf = (bus: string, { perSecond, bearable, rounds }: Awaited<ReturnType<typeof measureBus>>) => {
  return [
    {
      title: `${bus}: from a mark's sending until it is visible, at ${perSecond} marks a second (ms; medians of ${rounds.length} rounds; bears ${bearable.toFixed(0)} a second)`,
      heads: ['', 'p50', 'p95', 'p99', 'p99 of each round', 'visible'],
      rows: [
        rowOf('answered', rounds, ({ answered }) => answered),
        rowOf("on the teacher's live page", rounds, ({ streamed }) => streamed),
        rowOf('in the totals (looked at every 50 ms)', rounds, ({ counted }) => counted),
        rowOf("in the session's count, by event (looked at every 50 ms)", rounds, ({ listed }) => listed),
      ],
    },
    cpuTable(
      rounds.map(({ shares }) => shares),
      `${bus}: CPU meanwhile`,
    ),
  ];
};

export const events: Bench = {
  name: 'events',
  about: 'how soon is a mark seen elsewhere, on either bus?',
  run: async ({ short, log }): Promise<Findings> => {
    const size = short ? SHORT : FULL;
    const tables = tablesOf('PostgreSQL', await measureBus(undefined, size, log));
    const { brokers, missing } = await startTestKafka();
    if (brokers) tables.push(...tablesOf('Kafka', await measureBus({ brokers }, size, log)));
    else log(`Kafka is left out: ${missing}`);
    return { tables, goals: [] };
  },
};
