import { randomBytes } from 'node:crypto';
import type { TestUser } from '@qr-attendance/test-kit';
import { parse } from 'csv-parse/sync';
import type { Campus, HeldClass } from './campus.ts';

type Row = Record<string, string>;

export const createExports = (campus: Campus) => {
  const exportFor = async (user: TestUser, query = '', path = '/api/attendance/export') => {
    const response = await campus.call(user, 'GET', `${path}${query}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const rows = () => parse<Row>(bytes, { columns: true, bom: true });
    return { response, bytes, rows };
  };

  /**
   * Writes scans of different students, by default one a minute, the last at `newest`. Returns them in the
   * order of the export.
   */
  const writeMarks = async (
    { session }: Pick<HeldClass, 'session'>,
    count: number,
    newest: string,
    everyMinutes = 1,
  ) => {
    await campus.database.query(
      `WITH student AS (
         INSERT INTO people (id, name, email, user_type, version)
         SELECT ($5 || '-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'Student ' || i, i || '@campus.example', 'STUDENT', 1
           FROM generate_series(0, $1 - 1) i RETURNING id, split_part(email, '@', 1)::int AS i
       ), queued AS (
         INSERT INTO recounts (course_id, session_id, student_id)
         SELECT s.course_id, s.id, student.id FROM sessions s, student WHERE s.id = $2
       )
       INSERT INTO scans (session_id, student_id, scanned_at)
       SELECT $2, id, $3::timestamptz - make_interval(mins => i * $4) FROM student`,
      [count, session.id, newest, everyMinutes, randomBytes(4).toString('hex')],
    );
  };
  return { exportFor, writeMarks };
};
export type Exports = ReturnType<typeof createExports>;
