-- Up Migration

ALTER TABLE student_security ADD COLUMN passkeys jsonb NOT NULL DEFAULT '[]';

-- Good for one mark of one student in one session.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  student_id uuid NOT NULL,
  session_id text NOT NULL,
  rp_id text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

-- How often an authenticator says it has signed; those that don't count have no row.
CREATE TABLE passkey_counters (
  credential_id text PRIMARY KEY,
  counter bigint NOT NULL
);
