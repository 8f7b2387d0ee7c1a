import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { stalledReaderLimit } from '../defenses/attendance.ts';
import { scanBreaker, costlyRequestExemption } from '../defenses/gateway.ts';
import { fairQueues } from '../defenses/server.ts';
import { calendarThread } from '../defenses/session.ts';
import { inDatabase } from '../target/in-database.ts';
import type { Lesson } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import { SLOW_EVENT } from './overload.ts';

const TEACHERS = 5;
const FILES = 4;
const ORDINARY_EVERY_MS = 500;
/**
 * The number of scans after the calendar files have timed out. If the circuit breaker opens, some of the
 * scans are rejected.
 */
const SCANS = 20;

/** The maximum number of concurrent exports. */
const PAUSED_READERS = 3;
/** This many records with long names are larger than all buffers between the database and a client. */
const RECORDS = 10_000;

const fillCourse = (target: Target, { session }: Lesson): Promise<unknown> =>
  inDatabase(target, (client) =>
    client.query(
      `WITH student AS (
         INSERT INTO people (id, name, email, user_type, version)
         SELECT gen_random_uuid(), repeat('x', 20000), i || '@campus.example', 'STUDENT', 1
           FROM generate_series(1, $2::integer) i RETURNING id
       ), queued AS (INSERT INTO recounts (course_id, session_id) SELECT course_id, id FROM sessions WHERE id = $1)
       INSERT INTO scans (session_id, student_id, scanned_at) SELECT $1, id, now() FROM student`,
      [session._id, RECORDS],
    ),
  );

const beginExport = (url: string, token: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const head = `GET /api/attendance/export HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket.on('error', reject);
    socket.once('data', () => resolve(socket.pause()));
  });

export const queueAttacks: Attack[] = [
  {
    name: 'scans of everybody blocked by calendar files of disposable teacher accounts',
    defenses: [calendarThread, fairQueues, costlyRequestExemption, scanBreaker],
    attempt: async (target) => {
      const running = await target.lesson();
      const student = await target.member(running);
      const teachers = await Promise.all(Array.from({ length: TEACHERS }, () => target.teacher()));
      const body = { text: SLOW_EVENT };
      let areRead = false;
      const reading = Promise.all(
        teachers.flatMap(({ token }) =>
          Array.from({ length: FILES }, () =>
            target.call('POST', '/api/series/read-calendar', { token, body }),
          ),
        ),
      ).finally(() => {
        areRead = true;
      });
      // The breaker compares failures with the requests of the last ten seconds, and the files were sent
      // earlier, so other requests must continue.
      while (!areRead) {
        await target.call('GET', '/api/rooms', { token: running.teacher.token });
        await setTimeout(ORDINARY_EVERY_MS);
      }
      await reading;
      for (let n = 0; n < SCANS; n += 1)
        if ((await target.verify(student, running.session.qrCode)).status === 503) return true;
      return false;
    },
  },
  {
    name: 'exports of others blocked by unread exports',
    defenses: [stalledReaderLimit],
    attempt: async (target) => {
      const lessons: Lesson[] = [];
      for (let n = 0; n < PAUSED_READERS; n += 1) lessons.push(await target.lesson());
      for (const lesson of lessons) await fillCourse(target, lesson);
      const readers = await Promise.all(
        lessons.map(({ teacher: { token } }) => beginExport(target.url, token)),
      );
      const honest = await target.teacher();
      const { status } = await target.call('GET', '/api/attendance/export', { token: honest.token });
      for (const reader of readers) reader.destroy();
      return status !== 200;
    },
  },
];
