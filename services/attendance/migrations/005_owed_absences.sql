-- Up Migration

-- Absences are owed from a session's end until they are written. Those of sessions that ended before this were.
ALTER TABLE sessions ADD COLUMN absences_at timestamptz, ADD COLUMN absences_claimed_until timestamptz;
UPDATE sessions SET absences_at = ended_at WHERE NOT active;
CREATE INDEX sessions_owed_absences_idx ON sessions (ended_at) WHERE NOT active AND absences_at IS NULL;
