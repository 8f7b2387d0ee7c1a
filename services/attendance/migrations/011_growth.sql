-- Up Migration

-- Building these holds up marks for as long as it takes: seconds at a million marks. Where that is too long, build them before
-- the upgrade by CREATE INDEX CONCURRENTLY, under these names.

-- Dashboards count a teacher's sessions, and those that run of a student's courses.
CREATE INDEX IF NOT EXISTS sessions_teacher_idx ON sessions (teacher_id, active);
CREATE INDEX IF NOT EXISTS sessions_running_idx ON sessions (course_id) WHERE active;

-- Ten years of a teacher's days are summed in the index alone (2,000 days: 1.2 ms from the table, 0.2 ms from the index). What it
-- costs is an entry for each change of a day's sums (6,000 changes: 0.13 s without, 0.17 s with it), and marks that come
-- together change them together.
CREATE INDEX IF NOT EXISTS course_day_totals_sums_idx ON course_day_totals (teacher_id, day)
  INCLUDE (course_id, present, late, absent, excused);
DROP INDEX IF EXISTS course_day_totals_teacher_idx;

-- Lists of what is rare: a page of 100 excused would be looked for among all of a teacher's marks. Those who were present are
-- found on every page of marks_teacher_idx.
CREATE INDEX IF NOT EXISTS marks_rare_status_idx ON marks (teacher_id, status, marked_at DESC, id DESC)
  WHERE status <> 'PRESENT';

-- Marks far from their session's day, such as those made by hand a week later. All others lie between 14 hours before that
-- day's beginning in UTC and 12 hours after its end, wherever on earth the campus is; so sums by day answer for spans of time.
CREATE INDEX IF NOT EXISTS marks_stray_idx ON marks (teacher_id) INCLUDE (course_id, session_date, marked_at, status)
  WHERE marked_at < (session_date - interval '14 hours') AT TIME ZONE 'UTC'
     OR marked_at >= (session_date + interval '36 hours') AT TIME ZONE 'UTC';

-- Announcing corrected marks again looks for few among all.
CREATE INDEX IF NOT EXISTS marks_corrected_idx ON marks (id) WHERE version > 1;

-- What this service looks for is in memory or on a disk that seeks as fast as it reads on. By PostgreSQL's default, meant for
-- disks that turn, it would rather read whole tables (counting a teacher's students: 13 ms, 3 ms this way). Where the service may not
-- say so, its server's administrator may.
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database());
  -- Many small questions at once leave nothing for more processes to do: starting these takes longer (totals of a term at ten
  -- million marks: 15 ms, 4 ms without).
  EXECUTE format('ALTER DATABASE %I SET max_parallel_workers_per_gather = 0', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'random_page_cost and max_parallel_workers_per_gather stay as they are';
END $$;

-- Counting in an index alone needs the table's visibility map, and plans need counts, of last week's marks too: by default a
-- fifth and a tenth of all marks would have to come first, which is a term of ten years.
ALTER TABLE marks SET (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
-- Each of its rows is updated once a session. With room on its page the new version needs no entry in the index (0 of 4,000
-- updates without, 2,500 with it).
ALTER TABLE student_course_totals SET (fillfactor = 90);

-- How many students a teacher has, counted once for each state of the enrolments: `changes` counts these, and `students` is
-- right while nothing has changed since it was counted.
CREATE TABLE teacher_students (
  teacher_id uuid PRIMARY KEY,
  changes bigint NOT NULL DEFAULT 0,
  students integer,
  counted_at_change bigint,
  counted_at timestamptz
);
