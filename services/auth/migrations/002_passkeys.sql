-- Up Migration
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  student_id uuid NOT NULL REFERENCES students ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_student_id_idx ON passkeys (student_id);

CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  student_id uuid NOT NULL REFERENCES students ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_student_id_idx ON passkey_challenges (student_id);
