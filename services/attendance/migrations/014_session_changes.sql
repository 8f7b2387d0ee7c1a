-- Up Migration

-- Sessions can be canceled, moved and changed, and their marks follow. Replicas of the release before keep working beside this
-- one: what they write leaves these columns alone.
ALTER TABLE sessions
  ADD COLUMN canceled_at timestamptz,
  -- The version that `canceled_at` is of. Another one than the row's: an older replica wrote the row, or told of it.
  ADD COLUMN heard_version integer,
  -- What the session's marks were last made to follow.
  ADD COLUMN marks_date date,
  ADD COLUMN marks_late_from timestamptz,
  ADD COLUMN marks_canceled boolean,
  -- Until when marks are compared with it: one may have been under way when it changed, or an older replica writes absences.
  ADD COLUMN marks_watched_until timestamptz;
UPDATE sessions
   SET heard_version = version, marks_date = session_date, marks_canceled = false,
       marks_late_from = CASE WHEN late_after_minutes > 0
         THEN start_time + make_interval(mins => late_after_minutes) ELSE 'infinity' END;
CREATE INDEX sessions_unheard_idx ON sessions (id) WHERE heard_version IS DISTINCT FROM version;
CREATE INDEX sessions_watched_idx ON sessions (marks_watched_until) WHERE marks_watched_until IS NOT NULL;

-- Canceled sessions are few, and counted apart.
CREATE INDEX sessions_canceled_idx ON sessions (teacher_id) WHERE canceled_at IS NOT NULL;

-- A mark of a canceled session is EXCUSED, so that no rate counts it, whichever release computes it, and keeps the status that it
-- had; whoever counts the excused leaves out these few.
ALTER TABLE marks ADD COLUMN canceled_status text;
CREATE INDEX marks_canceled_idx ON marks (teacher_id) INCLUDE (course_id, session_date, marked_at)
  WHERE canceled_status IS NOT NULL;

-- Why a line says `corrected`, where no teacher decided so: a name of what happened that the release before does not know.
ALTER TABLE mark_audit ADD COLUMN cause text;
