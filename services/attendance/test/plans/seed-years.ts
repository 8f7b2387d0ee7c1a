import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** Marks of the teacher whose plans are looked at are a tenth of all; so a plan that reads the table can look cheap. */
const HALLS = { courses: 4, students: 500 };
const CLASSES = { courses: 360, students: 50 };
const STUDENTS = 5_000;
const TEACHERS = 60;
const SESSIONS_PER_COURSE = 10;
const COURSES = HALLS.courses + CLASSES.courses;
/** The asked student is in the halls and in so many classes. */
const CLASSES_OF_ASKED = 60;

const uuidOf = (name: string): string => {
  const hex = createHash('md5').update(name).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
};
const objectIdOf = (number: number): string => number.toString(16).padStart(24, '0');

/** Whom and what the plans are about. */
export const asked = {
  teacherId: uuidOf('teacher 0'),
  studentId: uuidOf('student 0'),
  /** A hall's. */
  courseId: objectIdOf(1),
  /** One of its sessions, over long ago. */
  sessionId: objectIdOf(1 * SESSIONS_PER_COURSE + 3),
  /** A class of the asked student's that runs, nobody marked in it yet. */
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
  `INSERT INTO student_security (student_id, preferences, device_ids, pin_verifier, version)
   SELECT id, '{"requirePin": true}', '{}', '{}', 1 FROM people WHERE user_type = 'STUDENT'`,
  'INSERT INTO pin_attempts (student_id, failures) SELECT student_id, 0 FROM student_security',
  `INSERT INTO courses (id, name, code, teacher_id, version)
   SELECT pg_temp.object_id(n), 'Course ' || n, 'C' || n,
          pg_temp.person('teacher', CASE WHEN n <= ${HALLS.courses} THEN 0 ELSE 1 + n % ${TEACHERS} END), 1
     FROM generate_series(1, ${COURSES}) AS n`,
  `INSERT INTO enrolments (course_id, student_id, active, enrolled_at, version)
   SELECT pg_temp.object_id(n), pg_temp.person('student', j), true, now() - interval '500 days', 1
     FROM generate_series(1, ${HALLS.courses}) AS n, generate_series(0, ${HALLS.students - 1}) AS j
   UNION ALL
   SELECT pg_temp.object_id(n),
          pg_temp.person('student', CASE WHEN j = 0 AND n <= ${HALLS.courses + CLASSES_OF_ASKED} THEN 0
                                         ELSE 1 + (n * 53 + j * 97) % ${STUDENTS - 1} END),
          true, now() - interval '500 days', 1
     FROM generate_series(${HALLS.courses + 1}, ${COURSES}) AS n, generate_series(0, ${CLASSES.students - 1}) AS j`,
  // Of each course one a month, the last of all a moment ago.
  `INSERT INTO sessions (id, course_id, teacher_id, session_date, start_time, active, ended_at, absences_at, position_salt,
                         location, late_after_minutes, version)
   SELECT pg_temp.object_id(n * ${SESSIONS_PER_COURSE} + k), c.id, c.teacher_id, start::date, start, runs,
          CASE WHEN NOT runs THEN start + interval '1 hour' END, CASE WHEN NOT runs THEN start + interval '1 hour' END,
          CASE WHEN runs THEN gen_random_uuid() END, '{"latitude": 59.3, "longitude": 18.1, "radius": 50}', 10, 2
     FROM generate_series(1, ${COURSES}) AS n
     JOIN courses c ON c.id = pg_temp.object_id(n)
    CROSS JOIN generate_series(0, ${SESSIONS_PER_COURSE - 1}) AS k
    CROSS JOIN LATERAL (SELECT n = ${HALLS.courses + 1} AND k = ${SESSIONS_PER_COURSE - 1} AS runs) AS state
    CROSS JOIN LATERAL (SELECT CASE WHEN runs THEN now() - interval '5 minutes'
      ELSE now() - make_interval(days => 30 * (${SESSIONS_PER_COURSE} - k) + n % 20, hours => n % 9) END AS start) AS time`,
  // A year of details is kept; one mark in a hundred has flags, and some of these are not looked at yet.
  `INSERT INTO marks (id, session_id, course_id, teacher_id, student_id, session_date, status, marked_at, device_key,
                      distance_band, flagged_at, reviewed_at, version)
   SELECT gen_random_uuid(), s.id, s.course_id, s.teacher_id, e.student_id, s.session_date,
          CASE WHEN dice = 0 THEN 'EXCUSED' WHEN dice < 23 THEN 'ABSENT' WHEN dice < 40 THEN 'LATE' ELSE 'PRESENT' END,
          s.start_time + make_interval(secs => dice * 3), md5(s.id || e.student_id), 'up to 50 m',
          CASE WHEN dice IN (50, 51) THEN s.ended_at END, CASE WHEN dice = 50 THEN s.ended_at END,
          CASE WHEN dice = 22 THEN 2 ELSE 1 END
     FROM sessions s JOIN enrolments e ON e.course_id = s.course_id
    CROSS JOIN LATERAL (SELECT abs(hashtext(s.id || e.student_id)) % 200 AS dice) AS thrown
    WHERE NOT s.active ORDER BY s.start_time`,
  // Written by hand a week later.
  `UPDATE marks SET marked_at = marked_at + interval '7 days'
    WHERE status = 'EXCUSED' AND teacher_id = pg_temp.person('teacher', 0)`,
  `INSERT INTO mark_flags (session_id, student_id, reason, at)
   SELECT session_id, student_id, 'device_shared', flagged_at FROM marks WHERE flagged_at IS NOT NULL`,
  `INSERT INTO refused_tries (session_id, student_id, reason, at)
   SELECT session_id, student_id, 'wrong_pin', marked_at FROM marks WHERE abs(hashtext(id::text)) % 10 = 0`,
  `INSERT INTO refused_others (session_id, tries, at) SELECT id, 3, start_time FROM sessions`,
  `INSERT INTO refused_audit (session_id, student_id, actor_id, action, at)
   SELECT r.session_id, r.student_id, s.teacher_id, 'lock_reset', r.at
     FROM refused_tries r JOIN sessions s ON s.id = r.session_id`,
  `INSERT INTO withdrawn_marks (id, session_id, student_id, withdrawn_at)
   SELECT gen_random_uuid(), session_id, student_id, at FROM refused_tries`,
  `INSERT INTO mark_audit (mark_id, at, action, actor_id, to_status)
   SELECT id, marked_at, 'marked', student_id, status FROM marks`,
  `INSERT INTO mark_audit_texts (audit_id, text) SELECT id, 'said so' FROM mark_audit WHERE to_status <> 'PRESENT'`,
  `INSERT INTO mark_contexts (session_id, student_id, device_kind, signed, browser, passkey, at)
   SELECT session_id, student_id, 'android', true, NULL, md5(student_id::text), marked_at FROM marks WHERE status IN ('PRESENT', 'LATE')`,
  `INSERT INTO second_looks (session_id, student_id, answered_at, device_key)
   SELECT session_id, student_id, marked_at, student_id::text FROM marks WHERE status IN ('PRESENT', 'LATE')`,
  `INSERT INTO history_openings (line_id, salt, session_id, student_id, marked_at)
   SELECT a.id, sha256(a.id::text::bytea), m.session_id, m.student_id, m.marked_at
     FROM mark_audit a JOIN marks m ON m.id = a.mark_id`,
  `INSERT INTO history_leaves (number, line_id, hash)
   SELECT row_number() OVER (ORDER BY line_id) - 1, line_id, salt FROM history_openings`,
  `INSERT INTO selfies (mark_id, jpeg, taken_at)
   SELECT id, 'picture', marked_at FROM marks WHERE status = 'PRESENT'`,
  `INSERT INTO course_day_totals (course_id, day, teacher_id, present, late, absent, excused)
   SELECT course_id, session_date, teacher_id,
          count(*) FILTER (WHERE status = 'PRESENT'), count(*) FILTER (WHERE status = 'LATE'),
          count(*) FILTER (WHERE status = 'ABSENT'), count(*) FILTER (WHERE status = 'EXCUSED')
     FROM marks GROUP BY course_id, session_date, teacher_id`,
  `INSERT INTO student_course_totals (student_id, course_id, present, late, absent, excused)
   SELECT student_id, course_id,
          count(*) FILTER (WHERE status = 'PRESENT'), count(*) FILTER (WHERE status = 'LATE'),
          count(*) FILTER (WHERE status = 'ABSENT'), count(*) FILTER (WHERE status = 'EXCUSED')
     FROM marks GROUP BY student_id, course_id`,
  // People, courses and sessions of others, so that it pays to find one by its index, as it does on any campus.
  `INSERT INTO people (id, name, email, user_type, version)
   SELECT pg_temp.person('other', n), 'Other ' || n, n || '@elsewhere.example', 'STUDENT', 1 FROM generate_series(1, 40000) AS n`,
  `INSERT INTO courses (id, name, code, teacher_id, version)
   SELECT pg_temp.object_id(1000000 + n), 'Other ' || n, 'O' || n, pg_temp.person('other teacher', n % 2000), 1
     FROM generate_series(1, 20000) AS n`,
  'INSERT INTO teacher_students (teacher_id, changes) SELECT DISTINCT teacher_id, 1 FROM courses',
  `INSERT INTO student_course_totals (student_id, course_id, present, late, absent)
   SELECT pg_temp.person('other', n % 40000), pg_temp.object_id(1000000 + n % 19999), 1, 1, 1
     FROM generate_series(1, 80000) AS n`,
  `INSERT INTO sessions (id, course_id, teacher_id, session_date, start_time, active, ended_at, absences_at, position_salt,
                         late_after_minutes, version)
   SELECT pg_temp.object_id(2000000 + n), pg_temp.object_id(1000000 + n % 20000), pg_temp.person('other teacher', n % 2000),
          now() - interval '1 year', now() - interval '1 year', false, now() - interval '1 year',
          now() - interval '1 year', NULL, 10, 2
     FROM generate_series(1, 30000) AS n`,
];

/** What brings indexes of marks back that are left out while rows come in: one by one they take several times as long. */
const DROP_INDEXES = `
  DO $$ DECLARE index_name text; BEGIN
    CREATE TEMPORARY TABLE left_out AS
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE indrelid = 'marks'::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid);
    FOR index_name IN SELECT name FROM left_out LOOP EXECUTE 'DROP INDEX ' || index_name; END LOOP;
  END $$`;
const CREATE_INDEXES = `
  DO $$ DECLARE statement text; BEGIN
    FOR statement IN SELECT definition FROM left_out LOOP EXECUTE statement; END LOOP;
  END $$`;

/** A campus with 200,000 marks of ten months, as a server that has been running for as long has them. */
export const seedYears = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query(DROP_INDEXES);
    for (const statement of STATEMENTS) await client.query(statement);
    await client.query(CREATE_INDEXES);
    // As autovacuum would have: plans rest on what it counted, and indexes alone answer only where it has been.
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
};
