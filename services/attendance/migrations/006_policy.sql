-- Up Migration

ALTER TABLE people
  ADD COLUMN suspended boolean NOT NULL DEFAULT false,
  ADD COLUMN erased boolean NOT NULL DEFAULT false;
CREATE INDEX people_suspended_idx ON people (id) WHERE suspended;

ALTER TABLE student_security
  ADD COLUMN devices jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN selfie_consent boolean NOT NULL DEFAULT false;

-- Null for sessions told of before there were policies. The salt is gone once the session is over.
ALTER TABLE sessions ADD COLUMN policy jsonb, ADD COLUMN position_salt uuid DEFAULT gen_random_uuid();
UPDATE sessions SET position_salt = NULL WHERE NOT active;
CREATE INDEX sessions_salted_idx ON sessions (ended_at) WHERE NOT active AND position_salt IS NOT NULL;

-- A challenge given out before there was this column has none, and is good for no mark.
ALTER TABLE passkey_challenges ADD COLUMN ticket_id text;
