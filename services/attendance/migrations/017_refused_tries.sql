-- Up Migration

-- The last refused try of each student who held a ticket of a session. The reason is the refusal's code.
CREATE TABLE refused_tries (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  PRIMARY KEY (session_id, student_id)
);
CREATE INDEX refused_tries_student_idx ON refused_tries (student_id);
CREATE INDEX refused_tries_at_idx ON refused_tries (at);

-- Tries with somebody else's ticket, counted up to a limit.
CREATE TABLE refused_others (
  session_id text PRIMARY KEY,
  tries integer NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX refused_others_at_idx ON refused_others (at);

-- What teachers did about refused tries. A line is never changed and never deleted.
CREATE TABLE refused_audit (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  actor_id uuid NOT NULL,
  action text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX refused_audit_student_idx ON refused_audit (student_id, session_id, at);
CREATE INDEX refused_audit_actor_idx ON refused_audit (actor_id, at);
CREATE TRIGGER refused_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON refused_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- They go with the person, whichever replica hears of it: one of the release before knows nothing of them.
CREATE FUNCTION forget_refused_tries() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN DELETE FROM refused_tries WHERE student_id = NEW.id; RETURN NULL; END $$;
CREATE TRIGGER people_forget_refused_tries AFTER INSERT OR UPDATE ON people
  FOR EACH ROW WHEN (NEW.erased) EXECUTE FUNCTION forget_refused_tries();
