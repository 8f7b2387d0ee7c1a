-- Up Migration

-- Marks that were set on the roster and undone, so that their history still says whom they were about.
CREATE TABLE withdrawn_marks (
  id uuid PRIMARY KEY,
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  withdrawn_at timestamptz NOT NULL
);
CREATE INDEX withdrawn_marks_session_idx ON withdrawn_marks (session_id, student_id);
CREATE INDEX withdrawn_marks_student_idx ON withdrawn_marks (student_id);
