import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { showMs } from '../measure/format.ts';
import { median } from '../measure/statistics.ts';
import { openCampus, type OpenCampus } from './open-campus.ts';

const MAX_RATIO = 1.5;
const WAITING = [300, 3_000];
/** The recounts whose rounds are counted. */
const RECOUNTED = 1_000;
const POLL_MS = 50;
const SESSIONS = 4;
const STUDENTS = 10;

/** Small courses with ended sessions, which wait for a recount beside the course that is read. */
const SEED = [
  `CREATE TABLE waiting_courses AS
   SELECT lpad(to_hex(16000000 + n), 24, '0') AS id, n FROM generate_series(1, ${WAITING.at(-1)}) AS n`,
  `INSERT INTO courses (id, name, code, teacher_id, version)
   SELECT id, 'Waiting ' || n, 'W' || n, gen_random_uuid(), 1 FROM waiting_courses`,
  `INSERT INTO memberships (course_id, section_id, student_id, number, began, began_day, voided)
   SELECT w.id, w.id, p.id, 0, now() - interval '1 year', current_date - 365, false
     FROM waiting_courses w CROSS JOIN LATERAL (
       SELECT id FROM people WHERE user_type = 'STUDENT' ORDER BY md5(id::text || w.n) LIMIT ${STUDENTS}) AS p`,
  `INSERT INTO sessions (id, course_id, teacher_id, session_date, start_time, active, ended_at, position_salt,
                         late_after_minutes, held, policy, version)
   SELECT lpad(to_hex(17000000 + w.n * ${SESSIONS} + k), 24, '0'), w.id, gen_random_uuid(), current_date - k, now() - make_interval(days => k),
          false, now() - make_interval(days => k), NULL, 10, true, '{}', 1
     FROM waiting_courses w CROSS JOIN generate_series(1, ${SESSIONS}) AS k`,
  'ANALYZE',
];
const QUEUE = 'INSERT INTO recounts (course_id) SELECT id FROM waiting_courses ORDER BY n OFFSET $1 LIMIT $2';

const createAsk = ({ services }: OpenCampus, teacherId: string) => {
  const token = services.tokenFor({ id: teacherId, userType: 'TEACHER', name: 'Ada' }, 7_200);
  return async (path: string): Promise<number> => {
    const began = performance.now();
    const response = await fetch(services.urls.attendance + path, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
    return performance.now() - began;
  };
};

const waitUntilEmpty = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ left: boolean }>('SELECT EXISTS (SELECT FROM recounts) AS left');
    if (rows[0]?.left === false) return;
    await pause(POLL_MS);
  }
};

interface Measured {
  name: string;
  idle: number;
  waiting: number[];
}

const measure = async (campus: OpenCampus, client: pg.Client, calls: number): Promise<Measured[]> => {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM courses WHERE teacher_id = $1 LIMIT 1',
    [campus.asked.classTeacher],
  );
  const courseId = rows[0]?.id ?? '';
  const ask = createAsk(campus, campus.asked.classTeacher);
  const pages = [
    ['totals', `/api/attendance/totals?courseId=${courseId}`],
    ['list', `/api/attendance?courseId=${courseId}`],
    ['grid', `/api/analytics/courses/${courseId}/grid`],
    ['rates', '/api/analytics/summary'],
  ] as const;
  const medianOf = async (path: string): Promise<number> => {
    const times: number[] = [];
    for (let call = -calls; call < calls; call += 1) {
      const ms = await ask(path);
      if (call >= 0) times.push(ms);
    }
    return median(times);
  };
  const idle = new Map<string, number>();
  for (const [name, path] of pages) idle.set(name, await medianOf(path));
  const waiting = new Map<string, number[]>();
  // The worker waits for this lock, so the queue stays as it is.
  await client.query('BEGIN');
  await client.query('LOCK TABLE session_counts IN EXCLUSIVE MODE');
  const writer = new pg.Client({ connectionString: campus.services.databases.attendance });
  await writer.connect();
  try {
    for (const [index, courses] of WAITING.entries()) {
      const before = WAITING[index - 1] ?? 0;
      await writer.query(QUEUE, [before, courses - before]);
      for (const [name, path] of pages)
        waiting.set(name, [...(waiting.get(name) ?? []), await medianOf(path)]);
    }
  } finally {
    await writer.end();
    await client.query('ROLLBACK');
  }
  return pages.map(([name]) => ({ name, idle: idle.get(name) ?? 0, waiting: waiting.get(name) ?? [] }));
};

/** Each round is a transaction, whose number is that of the rows that it wrote. */
const ROUNDS = `
  SELECT count(DISTINCT xmin::text)::int AS rounds FROM session_counts
   WHERE course_id IN (SELECT id FROM waiting_courses ORDER BY n LIMIT $1)`;

const recount = async (client: pg.Client): Promise<{ seconds: number; rounds: number }> => {
  await waitUntilEmpty(client);
  const began = performance.now();
  await client.query(QUEUE, [0, RECOUNTED]);
  await waitUntilEmpty(client);
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await client.query<{ rounds: number }>(ROUNDS, [RECOUNTED]);
  return { seconds, rounds: rows[0]?.rounds ?? 0 };
};

export const backlog: Bench = {
  name: 'backlog',
  about: 'does a small course open as fast while the rest of the campus waits for a recount?',
  run: async ({ short, log }) => {
    const campus = await openCampus(short ? '20 thousand' : '100 thousand', log);
    const client = new pg.Client({ connectionString: campus.services.databases.attendance });
    await client.connect();
    try {
      for (const statement of SEED) await client.query(statement);
      const measured = await measure(campus, client, short ? 20 : 100);
      const { seconds, rounds } = await recount(client);
      return {
        tables: [
          {
            title: 'A small course, median ms',
            heads: ['page', 'idle', ...WAITING.map((courses) => `${courses} other courses wait`)],
            rows: measured.map(({ name, idle, waiting }) => [
              name,
              showMs(idle),
              ...waiting.map((ms) => `${showMs(ms)} (${(ms / idle).toFixed(2)})`),
            ]),
          },
          {
            title: `Recounts of ${RECOUNTED} courses`,
            heads: ['rounds', 's'],
            rows: [[rounds, seconds.toFixed(1)]],
          },
        ],
        goals: measured.map(({ name, idle, waiting }) => {
          const ratio = Math.max(...waiting) / idle;
          return {
            goal: `${name}: at most ${MAX_RATIO} times as long as while nothing waits`,
            found: ratio.toFixed(2),
            met: ratio <= MAX_RATIO,
          };
        }),
      };
    } finally {
      await client.end();
      await campus.services.stop();
    }
  },
};
