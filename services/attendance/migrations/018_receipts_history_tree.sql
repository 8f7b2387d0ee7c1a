-- Up Migration

-- When a line was written, whatever moment it tells of: absences are written after the end they are dated by. Null in
-- lines of before; replicas of the release before leave it to the default.
ALTER TABLE mark_audit ADD COLUMN written_at timestamptz;
ALTER TABLE mark_audit ALTER COLUMN written_at SET DEFAULT clock_timestamp();
CREATE INDEX mark_audit_written_idx ON mark_audit (written_at) WHERE written_at IS NOT NULL;

-- The history of marks as a Merkle tree (RFC 9162): a leaf for each line, numbered from 0 in the order in which they were
-- taken in, and its hash.
CREATE TABLE history_leaves (
  number bigint PRIMARY KEY,
  line_id uuid NOT NULL UNIQUE,
  hash bytea NOT NULL
);
-- What a leaf's hash was made of besides the line: with it the line can be compared with its leaf. It goes with the person,
-- and the hash then says nothing any more.
CREATE TABLE history_openings (
  line_id uuid PRIMARY KEY,
  salt bytea NOT NULL,
  session_id text,
  student_id uuid,
  marked_at timestamptz,
  -- Of what was written in the line.
  text_hash bytea
);
CREATE INDEX history_openings_student_idx ON history_openings (student_id);
-- Roots of perfect subtrees of 256 leaves and more; smaller ones are computed of their leaves.
CREATE TABLE history_nodes (
  level smallint NOT NULL,
  position bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (level, position)
);
-- What was published.
CREATE TABLE history_roots (
  size bigint PRIMARY KEY,
  root bytea NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX history_roots_at_idx ON history_roots (at);
-- Roots that the auditor has not been told of.
CREATE TABLE history_root_mails (
  size bigint PRIMARY KEY
);

CREATE TRIGGER history_leaves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_roots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_roots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- They go with the person, whichever replica hears of it: one of the release before knows nothing of them.
CREATE FUNCTION forget_history_openings() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN DELETE FROM history_openings WHERE student_id = NEW.id; RETURN NULL; END $$;
CREATE TRIGGER people_forget_history_openings AFTER INSERT OR UPDATE ON people
  FOR EACH ROW WHEN (NEW.erased) EXECUTE FUNCTION forget_history_openings();
