import { randomBytes, randomUUID } from 'node:crypto';
import {
  freePort,
  runNode,
  serviceEnvironment,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import { eventually, holdsWithin, readMetrics, startTestKafka } from '@qr-attendance/test-kit';
import type { Bench, Conditions, Findings } from '../bench.ts';
import { lookIntoAttendance } from '../world/attendance-database.ts';
import { createSchool, type Lesson } from '../world/lessons.ts';
import { createRegister } from '../world/people.ts';
import { readSessions } from '../world/read-sessions.ts';
import { startWorld } from '../world/start-world.ts';
import { measureReplay } from './replay.ts';

const SESSIONS = 20;
const FULL = { marks: 100_000, memberships: 100_000 };
const SHORT = { marks: 1_000, memberships: 1_000 };

const seconds = (began: number): number => (performance.now() - began) / 1_000;

/** Writes marks of unknown students with their events, like the attendance service's own seed program. */
const writeMarks = async (system: System, lessons: Lesson[], count: number): Promise<void> => {
  const marks = Array.from({ length: count }, (_nothing, index) => {
    const { sessionId, courseId, teacher } = lessons[index % lessons.length] as Lesson;
    const now = new Date().toISOString();
    return {
      ...{ sessionId, courseId, teacherId: teacher.id, studentId: randomUUID() },
      ...{ sessionDate: now.slice(0, 10), status: 'PRESENT', markedAt: now },
    };
  });
  await runNode(
    'services/attendance/src/seed.ts',
    serviceEnvironment('attendance', system),
    JSON.stringify(marks),
  );
};

/** Restarts the session service and waits until no event waits for it. */
const catchUp = async (system: System) => {
  const metricsPort = await freePort();
  const environment = { ...serviceEnvironment('session', system), METRICS_PORT: String(metricsPort) };
  const session = await superviseNode('session', 'services/session/src/main.ts', environment, system.dataDir);
  await waitUntilReady(session, system.urls.session, system);
  const began = performance.now();
  await eventually(async () => {
    const metrics = await readMetrics(`http://127.0.0.1:${metricsPort}/metrics`);
    const waiting = [...metrics]
      .filter(([series]) => series.startsWith('event_consumer_lag'))
      .reduce((sum, [, events]) => sum + events, 0);
    if (waiting > 0) throw new Error(`${waiting} events wait`);
  });
  return { took: seconds(began), session };
};

const LAST_ONES_MS = 20_000;
/** The last events are in progress when none waits any more. */
const untilCounted = async (read: () => Promise<number>, count: number): Promise<number> => {
  let counted = 0;
  await holdsWithin(LAST_ONES_MS, async () => (counted = await read()) >= count);
  return counted;
};

interface Found {
  bus: string;
  writing: number;
  publishing: number;
  handling: number;
  missing: number;
}

const measureBus = async (
  bus: string,
  kafka: { brokers: string } | undefined,
  count: number,
  log: Conditions['log'],
): Promise<Found> => {
  const prefix = `b${randomBytes(4).toString('hex')}.`;
  const system = await startWorld(
    kafka && {
      kafka: {
        brokers: kafka.brokers,
        env: { KAFKA_TOPIC_PREFIX: prefix },
      },
    },
  );
  const attendance = lookIntoAttendance(system);
  try {
    const teacher = await createRegister(system).teacher();
    const school = createSchool(system);
    const course = await school.openCourse(teacher, [], 1);
    const lessons = await school.openSessions(Array.from({ length: SESSIONS }, () => course));
    await attendance.untilSessionsKnown(lessons);
    await system.processes['session']?.stop();
    const began = performance.now();
    await writeMarks(system, lessons, count);
    const writing = seconds(began);
    log(`${bus}: ${count} marks written after ${writing.toFixed(0)} s`);
    await attendance.untilSettled();
    const publishing = seconds(began);
    log(`${bus}: their events published after ${publishing.toFixed(0)} s`);
    const { took, session } = await catchUp(system);
    log(`${bus}: handled within ${took.toFixed(0)} s`);
    const counted = await untilCounted(() => readSessions(system.urls.session, teacher, lessons), count);
    await session.stop();
    return { bus, writing, publishing, handling: took, missing: count - counted };
  } finally {
    await attendance.close();
    await system.stop();
  }
};

const describe = (found: Found[], count: number): Findings => {
  const rate = (took: number) => `${(count / took).toFixed(0)} a second (${took.toFixed(0)} s)`;
  const missing = found.reduce((sum, one) => sum + Math.abs(one.missing), 0);
  return {
    tables: [
      {
        title: `${count} marks written while the session service is down`,
        heads: ['', 'written', 'their events published', 'caught up by the session service', 'not counted'],
        rows: found.map(({ bus, writing, publishing, handling, missing: left }) => [
          bus,
          rate(writing),
          rate(publishing),
          rate(handling),
          left,
        ]),
      },
    ],
    goals: [{ goal: 'every mark is counted once', found: `${missing} are not`, met: missing === 0 }],
  };
};

export const catchUpBench: Bench = {
  name: 'catch-up',
  about: 'how fast does a service catch up with what it missed, and do marks wait for a replay?',
  run: async ({ short, students, log }) => {
    const { marks, memberships } = short ? SHORT : FULL;
    const found = [await measureBus('PostgreSQL', undefined, marks, log)];
    const { brokers, missing } = await startTestKafka();
    if (brokers) found.push(await measureBus('Kafka', { brokers }, marks, log));
    else log(`Kafka is left out: ${missing}`);
    const caughtUp = describe(found, marks);
    const replayed = await measureReplay(students ?? memberships, log);
    return {
      tables: [...caughtUp.tables, ...replayed.tables],
      goals: [...caughtUp.goals, ...replayed.goals],
    };
  },
};
