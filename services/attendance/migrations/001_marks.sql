-- Up Migration

-- What other services own, as far as checking and showing marks needs it. A row is replaced only by a newer version.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  user_type text NOT NULL,
  version integer NOT NULL
);
CREATE TABLE student_security (
  student_id uuid PRIMARY KEY,
  preferences jsonb NOT NULL,
  device_ids text[] NOT NULL,
  pin_verifier jsonb,
  version integer NOT NULL
);
CREATE TABLE courses (
  id text PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  teacher_id uuid NOT NULL,
  version integer NOT NULL
);
CREATE INDEX courses_teacher_idx ON courses (teacher_id);
CREATE TABLE enrolments (
  course_id text NOT NULL,
  student_id uuid NOT NULL,
  active boolean NOT NULL,
  enrolled_at timestamptz NOT NULL,
  version integer NOT NULL,
  PRIMARY KEY (course_id, student_id)
);
CREATE INDEX enrolments_student_idx ON enrolments (student_id);
CREATE TABLE sessions (
  id text PRIMARY KEY,
  course_id text NOT NULL,
  teacher_id uuid NOT NULL,
  session_date date NOT NULL,
  start_time timestamptz NOT NULL,
  end_time timestamptz,
  active boolean NOT NULL,
  ended_at timestamptz,
  location jsonb,
  late_after_minutes integer NOT NULL,
  version integer NOT NULL
);
CREATE INDEX sessions_course_idx ON sessions (course_id);
CREATE INDEX sessions_active_idx ON sessions (teacher_id) WHERE active;

-- What this service owns.
CREATE TABLE marks (
  id uuid PRIMARY KEY,
  session_id text NOT NULL,
  course_id text NOT NULL,
  teacher_id uuid NOT NULL,
  student_id uuid NOT NULL,
  session_date date NOT NULL,
  status text NOT NULL CHECK (status IN ('PRESENT', 'LATE', 'ABSENT')),
  marked_at timestamptz NOT NULL,
  device_id uuid,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT marks_once_per_session UNIQUE (session_id, student_id)
);
-- One device serves one student per session.
CREATE UNIQUE INDEX marks_device_once_per_session ON marks (session_id, device_id) WHERE device_id IS NOT NULL;
-- Lists are read newest first.
CREATE INDEX marks_teacher_idx ON marks (teacher_id, marked_at DESC, id DESC);
CREATE INDEX marks_student_idx ON marks (student_id, marked_at DESC, id DESC);
CREATE INDEX marks_course_idx ON marks (course_id, marked_at DESC, id DESC);
CREATE INDEX marks_session_idx ON marks (session_id, marked_at DESC, id DESC);
CREATE INDEX marks_student_date_idx ON marks (student_id, session_date);

-- Roll-ups, kept in the same statement as the marks they count.
CREATE TABLE course_day_totals (
  course_id text NOT NULL,
  day date NOT NULL,
  teacher_id uuid NOT NULL,
  present integer NOT NULL,
  late integer NOT NULL,
  absent integer NOT NULL,
  PRIMARY KEY (course_id, day)
);
CREATE INDEX course_day_totals_teacher_idx ON course_day_totals (teacher_id, day);
CREATE TABLE student_course_totals (
  student_id uuid NOT NULL,
  course_id text NOT NULL,
  present integer NOT NULL,
  late integer NOT NULL,
  absent integer NOT NULL,
  PRIMARY KEY (student_id, course_id)
);

CREATE TABLE pin_attempts (
  student_id uuid PRIMARY KEY,
  failures integer NOT NULL,
  locked_until timestamptz
);

CREATE TABLE outbox (
  topic text NOT NULL,
  key text NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL,
  occurred_at timestamptz NOT NULL,
  payload jsonb NOT NULL,
  PRIMARY KEY (topic, key)
);
CREATE INDEX outbox_occurred_at_idx ON outbox (occurred_at);
CREATE INDEX outbox_id_idx ON outbox (id);
