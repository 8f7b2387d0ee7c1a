-- Up Migration

ALTER TABLE marks DROP CONSTRAINT marks_status_check;
ALTER TABLE marks ADD CONSTRAINT marks_status_check CHECK (status IN ('PRESENT', 'LATE', 'ABSENT', 'EXCUSED'));
ALTER TABLE course_day_totals ADD COLUMN excused integer NOT NULL DEFAULT 0;
ALTER TABLE student_course_totals ADD COLUMN excused integer NOT NULL DEFAULT 0;

ALTER TABLE marks
  -- Thumbprint (RFC 7638) of the key that signed the mark.
  ADD COLUMN device_key text,
  -- How far from the classroom the student stood, roughly; null where nobody asked.
  ADD COLUMN distance_band text,
  -- When the newest reason to look at it came up.
  ADD COLUMN flagged_at timestamptz,
  ADD COLUMN reviewed_at timestamptz,
  ADD COLUMN disputed_at timestamptz,
  ADD COLUMN dispute_note text,
  ADD COLUMN dispute_answered_at timestamptz,
  ADD COLUMN dispute_answer text;
ALTER TABLE marks ADD COLUMN needs_review boolean NOT NULL GENERATED ALWAYS AS (
  (flagged_at IS NOT NULL AND (reviewed_at IS NULL OR flagged_at > reviewed_at))
  OR (disputed_at IS NOT NULL AND dispute_answered_at IS NULL)) STORED;
CREATE INDEX marks_needs_review_idx ON marks (teacher_id, marked_at DESC, id DESC) WHERE needs_review;
-- One device serves one student per session.
CREATE UNIQUE INDEX marks_key_once_per_session ON marks (session_id, device_key) WHERE device_key IS NOT NULL;
-- What is deleted from marks when its time is over.
CREATE INDEX marks_details_idx ON marks (marked_at)
  WHERE device_key IS NOT NULL OR device_id IS NOT NULL OR distance_band IS NOT NULL OR flagged_at IS NOT NULL;

-- Of a session and a student rather than of a mark: whoever was refused has none.
CREATE TABLE mark_flags (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (session_id, student_id, reason)
);
CREATE INDEX mark_flags_student_idx ON mark_flags (student_id);
CREATE INDEX mark_flags_at_idx ON mark_flags (at);

-- Keyed hashes of positions in running sessions, to find equal ones; gone soon after the session.
CREATE TABLE mark_positions (
  session_id text NOT NULL,
  hash bytea NOT NULL,
  student_id uuid NOT NULL,
  PRIMARY KEY (session_id, hash, student_id)
);
CREATE INDEX mark_positions_student_idx ON mark_positions (student_id);

-- What happened to marks. A line is never changed and never deleted; what people wrote is kept beside it, so that it can go
-- with the person.
CREATE TABLE mark_audit (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  mark_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  action text NOT NULL,
  -- Null: the system itself.
  actor_id uuid,
  from_status text,
  to_status text
);
CREATE INDEX mark_audit_mark_idx ON mark_audit (mark_id, at);
CREATE INDEX mark_audit_actor_idx ON mark_audit (actor_id, at);
CREATE TABLE mark_audit_texts (
  audit_id uuid PRIMARY KEY REFERENCES mark_audit,
  text text NOT NULL
);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
CREATE TRIGGER mark_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON mark_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mark_audit_texts_unchanged BEFORE UPDATE ON mark_audit_texts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO mark_audit (mark_id, at, action, actor_id, to_status)
SELECT id, marked_at, CASE status WHEN 'ABSENT' THEN 'absent_at_end' ELSE 'marked' END,
       CASE status WHEN 'ABSENT' THEN NULL ELSE student_id END, status
  FROM marks;

-- So many tries to find the room's place by asking how far it is.
CREATE TABLE place_tries (
  student_id uuid PRIMARY KEY,
  tries integer NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX place_tries_since_idx ON place_tries (since);
