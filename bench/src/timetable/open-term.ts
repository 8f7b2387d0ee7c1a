import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectMongo } from '@qr-attendance/server/mongo';
import { startServices } from '@qr-attendance/test-kit';
import pLimit from 'p-limit';
import pidusage from 'pidusage';

const CLASSES_PER_SERIES = 24;
const COURSES_PER_TEACHER = 5;
const COURSES_PER_STUDENT = 6;
const COURSES_PER_UNIT = 50;
const AT_ONCE = 4;
const SAMPLE_MS = 500;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How many of all classes are over without a register, and how many are today. */
const NOT_TAKEN_EVERY = 20;
const TODAY_EVERY = 60;

const idOf = (kind: string, number: number): string =>
  createHash('sha256').update(`${kind} ${number}`).digest('hex').slice(0, 24);
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Stands for the course service, which is asked before a series is planned and knows nothing newer. */
const startOwner = async () => {
  const server = createServer((_request, response) => response.writeHead(404).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

type Mongo = Awaited<ReturnType<typeof connectMongo>>;

const insertCampus = async (connection: Mongo, courses: number) => {
  const teachers = Array.from({ length: Math.ceil(courses / COURSES_PER_TEACHER) }, () => randomUUID());
  const units = Math.ceil(courses / COURSES_PER_UNIT);
  await connection.collection('units').insertMany(
    Array.from({ length: units }, (_unit, number) => ({
      ...{ _id: idOf('unit', number) as never, name: `Unit ${number}`, parentId: '', staff: [], version: 1 },
    })),
  );
  await connection.collection('courses').insertMany(
    Array.from({ length: courses }, (_course, number) => ({
      ...{ _id: idOf('course', number) as never, name: `Course ${number}`, code: `C${number}`, version: 1 },
      ...{ sections: [{ id: idOf('course', number), name: '1' }], staff: [], archived: false },
      teacherId: teachers[number % teachers.length],
      ...{ unitId: idOf('unit', number % units), sessionDefaults: {} },
    })),
  );
  const student = randomUUID();
  await connection.collection('enrollments').insertMany(
    Array.from({ length: Math.min(COURSES_PER_STUDENT, courses) }, (_own, number) => ({
      ...{ _id: idOf('enrollment', number) as never, courseId: idOf('course', number), studentId: student },
      ...{ sectionId: idOf('course', number), active: true, version: 1 },
    })),
  );
  return { teachers, student };
};

/** Moves some classes into the past, where nobody took the register, and some to today. */
const moveSome = async (connection: Mongo): Promise<void> => {
  const sessions = connection.collection('sessions');
  const all = await sessions.find({}, { projection: { _id: 1 } }).toArray();
  const moved = all.flatMap(({ _id }, index) => {
    const days = index % NOT_TAKEN_EVERY === 0 ? 1 + (index % 60) : 0;
    if (days === 0 && index % TODAY_EVERY !== 1) return [];
    const startTime = new Date(Date.now() - days * DAY_MS + (days === 0 ? HOUR_MS : 0));
    const endTime = new Date(startTime.getTime() + HOUR_MS);
    const over = days > 0 ? { active: false, endedAt: endTime, unconfirmed: true } : {};
    return [{ _id, set: { startTime, endTime, date: startTime.toISOString().slice(0, 10), ...over } }];
  });
  const limit = pLimit(AT_ONCE);
  await Promise.all(moved.map(({ _id, set }) => limit(() => sessions.updateOne({ _id }, { $set: set }))));
};

/** A term of so many classes, planned as series through the API. */
export const openTerm = async (classes: number, log: (text: string) => void) => {
  const owner = await startOwner();
  const services = await startServices(['session'], {
    asProcesses: true,
    urls: { course: owner.url, auth: owner.url },
    env: { session: { SERIES_HORIZON_DAYS: '366', CAMPUS_TIME_ZONE: 'UTC' } },
  });
  const courses = Math.ceil(classes / CLASSES_PER_SERIES);
  const connection = await connectMongo(services.databases.session);
  let memory = 0;
  const sample = setInterval(() => {
    const pid = services.pidOf('session');
    if (pid === undefined) return;
    void pidusage(pid).then(
      (usage) => {
        memory = Math.max(memory, usage.memory / 2 ** 20);
      },
      () => undefined,
    );
  }, SAMPLE_MS);
  try {
    const { teachers, student } = await insertCampus(connection, courses);
    const tokenOf = (userType: 'TEACHER' | 'STUDENT' | 'ADMIN', id: string) =>
      services.tokenFor({ id, userType, name: 'Ada' }, 7_200);
    const plan = async (number: number): Promise<void> => {
      const start = `${String(8 + (number % 10)).padStart(2, '0')}:00`;
      const end = start.replace(':00', ':45');
      const response = await fetch(`${services.urls.session}/api/series`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokenOf('TEACHER', teachers[number % teachers.length] ?? '')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          ...{ courseId: idOf('course', number), firstDay: dayIn(1), lastDay: dayIn(84) },
          slots: [1 + (number % 5), 1 + ((number + 2) % 5)].map((weekday) => ({ weekday, start, end })),
        }),
      });
      if (!response.ok) throw new Error(`planning: ${response.status} ${await response.text()}`);
      await response.body?.cancel();
    };
    const began = performance.now();
    const limit = pLimit(AT_ONCE);
    await Promise.all(Array.from({ length: courses }, (_series, number) => limit(() => plan(number))));
    const seconds = (performance.now() - began) / 1_000;
    const planned = await connection.collection('sessions').countDocuments({});
    await moveSome(connection);
    log(`${planned} classes of ${courses} series planned after ${seconds.toFixed(0)} s`);
    return {
      planned,
      series: courses,
      seconds,
      memory: () => memory,
      url: services.urls.session,
      unitId: idOf('unit', 0),
      tokens: {
        teacher: tokenOf('TEACHER', teachers[0] ?? ''),
        student: tokenOf('STUDENT', student),
        administrator: tokenOf('ADMIN', randomUUID()),
      },
      stop: async () => {
        clearInterval(sample);
        await connection.close();
        await services.stop();
        owner.stop();
      },
    };
  } catch (error) {
    clearInterval(sample);
    await connection.close();
    await services.stop();
    owner.stop();
    throw error;
  }
};
export type Term = Awaited<ReturnType<typeof openTerm>>;
