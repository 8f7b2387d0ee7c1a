import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import {
  CLASSES_OF_STUDENT,
  CLASS_SIZE,
  HALL_SIZE,
  SESSIONS,
  TERMS_OF_STUDENT,
  type Shape,
} from './shape.ts';

const uuidOf = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
const objectIdOf = (number: number): string => number.toString(16).padStart(24, '0');

const teacherOf = (number: number): string => uuidOf(`teacher ${number}`);

export interface SampleIds {
  hallTeacher: string;
  classTeacher: string;
  student: string;
  hall: string;
  hallSession: string;
}

const coursesBefore = ({ terms, halls, classes }: Shape) => (terms - 1) * (halls + classes);
export const sampleIdsOf = (shape: Shape): SampleIds => {
  const hall = coursesBefore(shape) + 1;
  return {
    hallTeacher: teacherOf(0),
    classTeacher: teacherOf(1),
    student: uuidOf('student 0'),
    hall: objectIdOf(hall),
    hallSession: objectIdOf(hall * SESSIONS + SESSIONS - 1),
  };
};

const FUNCTIONS = [
  `CREATE FUNCTION pg_temp.object_id(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
   $$ SELECT lpad(to_hex(n), 24, '0') $$`,
  `CREATE FUNCTION pg_temp.person(kind text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
   $$ SELECT overlay(overlay(md5(kind || ' ' || n) placing '4' from 13) placing '8' from 17)::uuid $$`,
];

const people = ({ students, classes }: Shape) => `
  INSERT INTO people (id, name, email, user_type, version)
  SELECT pg_temp.person(kind, n), initcap(kind) || ' ' || n, kind || n || '@campus.example', upper(kind), 1
    FROM (SELECT 'student' AS kind, generate_series(0, ${students - 1}) AS n
          UNION ALL SELECT 'teacher', generate_series(0, ${Math.ceil(classes / 2)})) AS everyone`;

/**
 * `term`: index of the term, oldest first; `n`: index of the course within the term, largest course first;
 * `number`: index among all courses.
 */
const courses = ({ terms, halls, classes }: Shape) => `
  CREATE TEMPORARY TABLE timetable AS
  SELECT term, n, term * ${halls + classes} + n AS number, n <= ${halls} AS in_hall,
         pg_temp.object_id(term * ${halls + classes} + n) AS course_id,
         pg_temp.person('teacher', CASE WHEN n <= ${halls} THEN 0 ELSE 1 + (n - ${halls} - 1) / 2 END) AS teacher_id
    FROM generate_series(0, ${terms - 1}) AS term, generate_series(1, ${halls + classes}) AS n;
  INSERT INTO courses (id, name, code, teacher_id, version)
  SELECT course_id, 'Course ' || number, 'C' || number, teacher_id, 1 FROM timetable`;

const enrollments = ({ terms, students, halls }: Shape) => `
  INSERT INTO members (course_id, student_id, active, enrolled_at, periods, version)
  SELECT course_id,
         pg_temp.person('student', CASE
           WHEN place = 0 AND NOT in_hall AND n <= ${halls + CLASSES_OF_STUDENT} AND term >= ${terms - TERMS_OF_STUDENT} THEN 0
           ELSE 1 + (number * 7919 + place * 997) % ${students - 1} END),
         true, now() - make_interval(days => ${terms * 182} - term * 182), '[]'::jsonb, 1
    FROM timetable CROSS JOIN LATERAL
         generate_series(0, CASE WHEN in_hall THEN ${HALL_SIZE} ELSE ${CLASS_SIZE} END - 1) AS place`;

const MEMBERSHIPS = `
  INSERT INTO memberships (course_id, section_id, student_id, number, began, began_day, voided)
  SELECT course_id, course_id, student_id, 0, enrolled_at, enrolled_at::date, false FROM members`;

/**
 * A course has two sessions a week for ten weeks, and there are two terms a year; the last sessions were
 * yesterday. The service has nothing left to do for these sessions.
 */
const sessions = ({ terms }: Shape) => `
  INSERT INTO sessions (id, course_id, teacher_id, session_date, start_time, active, ended_at, position_salt,
                        late_after_minutes, late_from, held, policy, version, assessed_at)
  SELECT pg_temp.object_id(number * ${SESSIONS} + held), course_id, teacher_id, start::date, start, false,
         start + interval '1 hour', NULL, 10, start + interval '10 minutes', true, '{}', 2, start + interval '1 hour'
    FROM timetable CROSS JOIN generate_series(0, ${SESSIONS - 1}) AS held
   CROSS JOIN LATERAL (
     SELECT date_trunc('day', now(), 'UTC') + make_interval(hours => 8 + number % 9)
            - make_interval(days => 1 + (${terms - 1} - term) * 182 + (${SESSIONS - 1} - held) * 7 / 2) AS start) AS clock`;

/** Rows are inserted in chronological order, as they would be stored on disk. */
const THROWN = `
  CREATE TEMPORARY TABLE thrown AS
  SELECT s.id AS session_id, e.student_id, s.teacher_id, s.start_time, s.ended_at,
         abs(hashtextextended(s.id || e.student_id, 0)) % 1000 AS dice
    FROM (SELECT * FROM sessions ORDER BY start_time) AS s JOIN members e ON e.course_id = s.course_id`;
/** Shares of the marks: one in ten is absent, one in thirteen late, and one in a thousand excused. */
const FACTS = [
  `INSERT INTO scans (session_id, student_id, scanned_at)
   SELECT session_id, student_id,
          start_time + CASE WHEN dice < 180 THEN interval '11 minutes' ELSE make_interval(secs => dice / 2) END
     FROM thrown WHERE dice >= 100`,
  `INSERT INTO scan_evidence (session_id, student_id, scanned_at, device_key, distance_band, device_kind, signed)
   SELECT session_id, student_id, scanned_at, md5(session_id || student_id), 'up to 50 m', 'ios', true
     FROM scans WHERE scanned_at > now() - interval '1 year'`,
  `INSERT INTO decisions (session_id, student_id, status, marked_at, decided_at, decided_by, version)
   SELECT session_id, student_id, 'EXCUSED', start_time + interval '9 days', start_time + interval '9 days', teacher_id, 1
     FROM thrown WHERE dice = 0`,
  `INSERT INTO flags (session_id, student_id, reason, at, asks_review, handled_at)
   SELECT session_id, student_id, 'device_shared', ended_at, true,
          CASE WHEN dice = 500 OR start_time < now() - interval '8 days' THEN ended_at + interval '1 hour' END
     FROM thrown WHERE dice IN (500, 501)`,
];
const COUNTED = 'counted_present, counted_late, counted_absent, counted_excused';
const CACHES = [
  `INSERT INTO records SELECT r.* FROM (SELECT id FROM sessions ORDER BY start_time) AS s
    CROSS JOIN LATERAL (SELECT * FROM computed_records WHERE session_id = s.id OFFSET 0) AS r`,
  'ANALYZE records',
  `INSERT INTO session_counts (session_id, course_id, session_date, start_time, present, late, absent, excused, ${COUNTED})
   SELECT * FROM computed_session_counts ORDER BY start_time`,
  `INSERT INTO member_counts (course_id, student_id, ${COUNTED}) SELECT * FROM computed_member_counts ORDER BY course_id`,
];

/** Drops indexes while rows are inserted and rebuilds them afterwards, as a database restore does. */
const DROP_INDEXES = `
  CREATE TEMPORARY TABLE left_out AS
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
   WHERE indrelid = ANY('{scans,scan_evidence}'::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`;

/**
 * Fills an attendance database with years of a campus, including the cached counts. Its largest tables are
 * unlogged, which does not affect reads.
 */
export const seedYears = async (client: Client, shape: Shape): Promise<void> => {
  const run = async (...statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  await run("SET maintenance_work_mem = '512MB'", "SET work_mem = '256MB'", ...FUNCTIONS);
  await run('ALTER TABLE scans SET UNLOGGED', 'ALTER TABLE scan_evidence SET UNLOGGED');
  await run(DROP_INDEXES);
  const { rows } = await client.query<{ name: string; definition: string }>('SELECT * FROM left_out');
  for (const { name } of rows) await run(`DROP INDEX ${name}`);
  const keyed = ['scans', 'scan_evidence'];
  for (const table of keyed) await run(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`);
  await run(
    people(shape),
    courses(shape),
    enrollments(shape),
    MEMBERSHIPS,
    sessions(shape),
    'ANALYZE sessions, members, memberships',
    THROWN,
    ...FACTS,
    'DROP TABLE thrown',
  );
  for (const table of keyed)
    await run(`ALTER TABLE ${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (session_id, student_id)`);
  for (const { definition } of rows) await run(definition);
  await run('VACUUM ANALYZE', ...CACHES, 'VACUUM ANALYZE');
};
