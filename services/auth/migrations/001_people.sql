-- Up Migration
CREATE TYPE user_type AS ENUM ('TEACHER', 'STUDENT');

CREATE TABLE users (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  user_type user_type NOT NULL,
  password_hash text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE teachers (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  employee_id text NOT NULL,
  department text NOT NULL
);

CREATE TABLE students (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  usn text NOT NULL,
  reg_no text NOT NULL,
  department text NOT NULL,
  semester integer NOT NULL CHECK (semester BETWEEN 1 AND 8),
  require_pin boolean NOT NULL,
  require_biometric boolean NOT NULL,
  require_device_verification boolean NOT NULL,
  require_selfie boolean NOT NULL,
  pin_salt text,
  pin_hash text,
  security_version integer NOT NULL DEFAULT 1,
  CHECK ((pin_salt IS NULL) = (pin_hash IS NULL))
);

CREATE TABLE devices (
  student_id uuid NOT NULL REFERENCES students ON DELETE CASCADE,
  device_id uuid NOT NULL,
  device_name text NOT NULL,
  last_used timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (student_id, device_id)
);

CREATE TABLE refresh_tokens (
  hash text PRIMARY KEY,
  family uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz
);
CREATE INDEX refresh_tokens_family_idx ON refresh_tokens (family);
CREATE INDEX refresh_tokens_user_id_idx ON refresh_tokens (user_id);

-- At most one waiting event per aggregate: a newer state replaces the older.
CREATE TABLE outbox (
  topic text NOT NULL,
  key text NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL,
  occurred_at timestamptz NOT NULL,
  payload jsonb NOT NULL,
  PRIMARY KEY (topic, key)
);
CREATE INDEX outbox_occurred_at_idx ON outbox (occurred_at);
CREATE INDEX outbox_id_idx ON outbox (id);
