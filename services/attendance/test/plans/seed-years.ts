import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** The tested teacher has a tenth of all marks, so a full scan can look cheap to the planner. */
const HALLS = { courses: 4, students: 500 };
const CLASSES = { courses: 360, students: 50 };
const STUDENTS = 5_000;
const TEACHERS = 60;
const SESSIONS_PER_COURSE = 10;
const COURSES = HALLS.courses + CLASSES.courses;
/** The tested student is in the halls and in this many other classes. */
const CLASSES_OF_STUDENT = 60;

const uuidOf = (name: string): string => {
  const hex = createHash('md5').update(name).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
};
export const objectIdOf = (number: number): string => number.toString(16).padStart(24, '0');

export const samples = {
  teacherId: uuidOf('teacher 0'),
  courseIds: Array.from({ length: HALLS.courses }, (_course, n) => objectIdOf(1 + n)),
  studentId: uuidOf('student 0'),
  courseId: objectIdOf(1),
  /** A session of `courseId` that ended long ago. */
  sessionId: objectIdOf(1 * SESSIONS_PER_COURSE + 3),
  runningId: objectIdOf((HALLS.courses + 1) * SESSIONS_PER_COURSE + SESSIONS_PER_COURSE - 1),
  runningCourseId: objectIdOf(HALLS.courses + 1),
};

const STATEMENTS = [
  "CREATE FUNCTION pg_temp.object_id(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT lpad(to_hex(n), 24, '0') $$",
  "CREATE FUNCTION pg_temp.person(kind text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT overlay(overlay(md5(kind || ' ' || n) placing '4' from 13) placing '8' from 17)::uuid $$",
  `INSERT INTO people (id, name, email, user_type, version, usn, reg_no)
   SELECT pg_temp.person(kind, n), kind || ' ' || n, kind || n || '@campus.example', upper(kind), 1, 'U' || n, 'R' || n
     FROM (SELECT 'student' AS kind, generate_series(0, ${STUDENTS - 1}) AS n
           UNION ALL SELECT 'teacher', generate_series(0, ${TEACHERS})) AS everyone`,
  `INSERT INTO student_security (student_id, preferences, devices, pin_verifier, passkeys, waiting_passkeys, selfie_consent, version)
   SELECT id, '{"requirePin": true}', '[]', '{}', '[]', '[]', true, 1 FROM people WHERE user_type = 'STUDENT'`,
  'INSERT INTO pin_attempts (student_id, failures) SELECT student_id, 0 FROM student_security',
  `INSERT INTO courses (id, name, code, teacher_id, version)
   SELECT pg_temp.object_id(n), 'Course ' || n, 'C' || n,
          pg_temp.person('teacher', CASE WHEN n <= ${HALLS.courses} THEN 0 ELSE 1 + n % ${TEACHERS} END), 1
     FROM generate_series(1, ${COURSES}) AS n`,
  `INSERT INTO members (course_id, student_id, active, enrolled_at, periods, version)
   SELECT pg_temp.object_id(n), pg_temp.person('student', j), true, now() - interval '500 days', '[]'::jsonb, 1
     FROM generate_series(1, ${HALLS.courses}) AS n, generate_series(0, ${HALLS.students - 1}) AS j
   UNION ALL
   SELECT pg_temp.object_id(n),
          pg_temp.person('student', CASE WHEN j = 0 AND n <= ${HALLS.courses + CLASSES_OF_STUDENT} THEN 0
                                         ELSE 1 + (n * 53 + j * 97) % ${STUDENTS - 1} END),
          true, now() - interval '500 days', '[]'::jsonb, 1
     FROM generate_series(${HALLS.courses + 1}, ${COURSES}) AS n, generate_series(0, ${CLASSES.students - 1}) AS j`,
  `INSERT INTO memberships (course_id, section_id, student_id, number, began, began_day, voided)
   SELECT course_id, course_id, student_id, 0, enrolled_at, enrolled_at::date, false FROM members`,
  `INSERT INTO sessions (id, course_id, teacher_id, session_date, start_time, active, ended_at, position_salt,
                         location, late_after_minutes, late_from, held, policy, version)
   SELECT pg_temp.object_id(n * ${SESSIONS_PER_COURSE} + k), c.id, c.teacher_id, start::date, start, runs,
          CASE WHEN NOT runs THEN start + interval '1 hour' END,
          CASE WHEN runs THEN gen_random_uuid() END, '{"latitude": 59.3, "longitude": 18.1, "radius": 50}', 10,
          start + interval '100 seconds', true, '{}', 2
     FROM generate_series(1, ${COURSES}) AS n
     JOIN courses c ON c.id = pg_temp.object_id(n)
    CROSS JOIN generate_series(0, ${SESSIONS_PER_COURSE - 1}) AS k
    CROSS JOIN LATERAL (SELECT n = ${HALLS.courses + 1} AND k = ${SESSIONS_PER_COURSE - 1} AS runs) AS state
    CROSS JOIN LATERAL (SELECT CASE WHEN runs THEN now() - interval '5 minutes'
      ELSE now() - make_interval(days => 30 * (${SESSIONS_PER_COURSE} - k) + n % 20, hours => n % 9) END AS start) AS time`,
  // Two in ten are absent, and one in two hundred is excused; one scan in a hundred has flags, and half of
  // these are open.
  `CREATE TEMPORARY TABLE thrown AS
   SELECT s.id AS session_id, e.student_id, s.teacher_id, s.start_time, s.ended_at, abs(hashtext(s.id || e.student_id)) % 200 AS dice
     FROM sessions s JOIN members e ON e.course_id = s.course_id WHERE NOT s.active`,
  `INSERT INTO scans (session_id, student_id, scanned_at)
   SELECT session_id, student_id, start_time + make_interval(secs => dice) FROM thrown WHERE dice >= 40 ORDER BY start_time`,
  `INSERT INTO scan_evidence (session_id, student_id, scanned_at, device_key, distance_band, device_kind, signed, passkey)
   SELECT session_id, student_id, scanned_at, md5(session_id || student_id), 'up to 50 m', 'android', true, md5(student_id::text)
     FROM scans`,
  `INSERT INTO decisions (session_id, student_id, status, marked_at, decided_at, decided_by, version)
   SELECT session_id, student_id, 'EXCUSED', ended_at, ended_at, teacher_id, 1 FROM thrown WHERE dice = 0`,
  `INSERT INTO flags (session_id, student_id, reason, at, asks_review, handled_at)
   SELECT session_id, student_id, 'device_shared', ended_at, true, CASE WHEN dice = 50 THEN ended_at END
     FROM thrown WHERE dice IN (50, 51)`,
  `INSERT INTO disputes (session_id, student_id, at, note, answered_at, answer)
   SELECT session_id, student_id, ended_at, 'I was there', ended_at, 'So you were' FROM thrown WHERE dice IN (60, 61)`,
  `INSERT INTO refused_tries (session_id, student_id, reason, at)
   SELECT session_id, student_id, 'wrong_pin', start_time FROM thrown WHERE dice % 10 = 0`,
  `INSERT INTO refused_others (session_id, tries, at) SELECT id, 3, start_time FROM sessions`,
  `INSERT INTO refused_audit (session_id, student_id, actor_id, action, at)
   SELECT r.session_id, r.student_id, s.teacher_id, 'lock_reset', r.at
     FROM refused_tries r JOIN sessions s ON s.id = r.session_id`,
  `INSERT INTO audit_log (session_id, student_id, at, action, actor_id, to_status)
   SELECT session_id, student_id, scanned_at, 'marked', student_id, 'PRESENT' FROM scans`,
  `INSERT INTO audit_log (session_id, student_id, at, action, actor_id, to_status)
   SELECT session_id, student_id, decided_at, 'set_on_roster', decided_by, status FROM decisions`,
  `INSERT INTO audit_texts (audit_id, text) SELECT id, 'said so' FROM audit_log WHERE action = 'set_on_roster'`,
  `INSERT INTO presence_checks (session_id, student_id, answered_at, device_key)
   SELECT session_id, student_id, scanned_at, student_id::text FROM scans`,
  `INSERT INTO history_openings (line_id, salt, student_id) SELECT id, sha256(id::text::bytea), student_id FROM audit_log`,
  `INSERT INTO history_leaves (number, line_id, hash)
   SELECT row_number() OVER (ORDER BY line_id) - 1, line_id, salt FROM history_openings`,
  `INSERT INTO selfies (session_id, student_id, jpeg, taken_at) SELECT session_id, student_id, 'picture', scanned_at FROM scans`,
  // Other people, courses and sessions, which make index lookups worthwhile, as on any campus.
  `INSERT INTO people (id, name, email, user_type, version)
   SELECT pg_temp.person('other', n), 'Other ' || n, n || '@elsewhere.example', 'STUDENT', 1 FROM generate_series(1, 40000) AS n`,
  `INSERT INTO courses (id, name, code, teacher_id, version)
   SELECT pg_temp.object_id(1000000 + n), 'Other ' || n, 'O' || n, pg_temp.person('other teacher', n % 2000), 1
     FROM generate_series(1, 20000) AS n`,
  `INSERT INTO member_counts (course_id, student_id, counted_present, counted_late, counted_absent)
   SELECT pg_temp.object_id(1000000 + n % 19999), pg_temp.person('other', n % 40000), 1, 1, 1
     FROM generate_series(1, 80000) AS n ON CONFLICT DO NOTHING`,
  `INSERT INTO sessions (id, course_id, teacher_id, session_date, start_time, active, ended_at, position_salt,
                         late_after_minutes, held, policy, version)
   SELECT pg_temp.object_id(2000000 + n), pg_temp.object_id(1000000 + n % 20000), pg_temp.person('other teacher', n % 2000),
          now() - interval '1 year', now() - interval '1 year', false, now() - interval '1 year', NULL, 10, true, '{}', 2
     FROM generate_series(1, 30000) AS n`,
  `INSERT INTO records SELECT r.* FROM (SELECT id FROM sessions ORDER BY start_time) AS s
    CROSS JOIN LATERAL (SELECT * FROM computed_records WHERE session_id = s.id OFFSET 0) AS r`,
  'ANALYZE records',
  `INSERT INTO session_counts (session_id, course_id, session_date, start_time, present, late, absent, excused,
                               counted_present, counted_late, counted_absent, counted_excused)
   SELECT * FROM computed_session_counts`,
  `INSERT INTO member_counts (course_id, student_id, counted_present, counted_late, counted_absent, counted_excused)
   SELECT * FROM computed_member_counts`,
];

/** Indexes are created after the rows, because maintaining them row by row takes several times as long. */
const DROP_INDEXES = `
  DO $$ DECLARE index_name text; BEGIN
    CREATE TEMPORARY TABLE left_out AS
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE indrelid = 'scans'::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid);
    FOR index_name IN SELECT name FROM left_out LOOP EXECUTE 'DROP INDEX ' || index_name; END LOOP;
  END $$`;
const CREATE_INDEXES = `
  DO $$ DECLARE statement text; BEGIN
    FOR statement IN SELECT definition FROM left_out LOOP EXECUTE statement; END LOOP;
  END $$`;

/** Fills a database with 200,000 marks of ten months, in the state of a server that has run that long. */
export const seedYears = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query(DROP_INDEXES);
    for (const statement of STATEMENTS) await client.query(statement);
    await client.query(CREATE_INDEXES);
    // Does what autovacuum would: plans depend on its statistics, and index-only scans on its visibility map.
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
};
