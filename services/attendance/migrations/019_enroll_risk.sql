-- Up Migration

-- The circumstances of a mark that its student made, by which marks of a session are compared with each other.
CREATE TABLE mark_contexts (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  -- ios, android, computer or other; no more of the browser is kept.
  device_kind text NOT NULL,
  -- Null where the installation names no networks of its campus.
  on_campus boolean,
  signed boolean NOT NULL,
  -- Keyed hash of the browser's id, to find equal ones; gone soon after the session.
  browser text,
  at timestamptz NOT NULL,
  PRIMARY KEY (session_id, student_id)
);
CREATE INDEX mark_contexts_student_idx ON mark_contexts (student_id);
CREATE INDEX mark_contexts_at_idx ON mark_contexts (at);
CREATE INDEX mark_contexts_browser_idx ON mark_contexts (session_id, browser) WHERE browser IS NOT NULL;

-- When a session's marks were compared; those of before this release are not.
ALTER TABLE sessions ADD COLUMN assessed_at timestamptz, ADD COLUMN assess_claimed_until timestamptz;
UPDATE sessions SET assessed_at = now() WHERE NOT active;
CREATE INDEX sessions_unassessed_idx ON sessions (ended_at)
  WHERE NOT active AND (assessed_at IS NULL OR assessed_at < ended_at);

-- They go with the person, whichever replica hears of it: one of the release before knows nothing of them.
CREATE FUNCTION forget_mark_contexts() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN DELETE FROM mark_contexts WHERE student_id = NEW.id; RETURN NULL; END $$;
CREATE TRIGGER people_forget_mark_contexts AFTER INSERT OR UPDATE ON people
  FOR EACH ROW WHEN (NEW.erased) EXECUTE FUNCTION forget_mark_contexts();
