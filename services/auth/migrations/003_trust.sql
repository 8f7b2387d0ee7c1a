-- Up Migration
ALTER TYPE user_type ADD VALUE 'ADMIN';

ALTER TABLE users
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspended_because text,
  ADD COLUMN erased_at timestamptz,
  ADD CHECK ((suspended_at IS NULL) = (suspended_because IS NULL));
CREATE INDEX users_name_id_idx ON users (name, id);
CREATE INDEX users_barred_idx ON users (id) WHERE suspended_at IS NOT NULL OR erased_at IS NOT NULL;

ALTER TABLE students
  ADD COLUMN device_removed_at timestamptz,
  ADD COLUMN selfie_consent_at timestamptz;

-- A device registered before there were keys has none, and counts for no mark.
ALTER TABLE devices
  ADD COLUMN public_key jsonb,
  ADD COLUMN counts_from timestamptz NOT NULL DEFAULT now();
UPDATE devices SET counts_from = created_at;

ALTER TABLE refresh_tokens ADD COLUMN parent text;
CREATE INDEX refresh_tokens_parent_idx ON refresh_tokens (parent);

-- Where somebody signed in with success lately: a browser by its cookie, or an address. Both are kept as hashes.
CREATE TABLE trusted_places (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  place text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, place)
);
CREATE INDEX trusted_places_expires_at_idx ON trusted_places (expires_at);

-- Written by rate-limiter-flexible, whose columns these are.
CREATE TABLE attempts (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX attempts_expire_idx ON attempts (expire);

CREATE TABLE password_resets (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_user_id_idx ON password_resets (user_id);

-- Mails to be sent. A row holds no text: it is written, with any link in it, when it is sent.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  email_key text,
  details jsonb NOT NULL DEFAULT '{}',
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((user_id IS NULL) <> (email_key IS NULL))
);
CREATE INDEX mails_due_at_idx ON mails (due_at);
CREATE INDEX mails_user_id_idx ON mails (user_id);

CREATE TABLE invites (
  id uuid PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  note text NOT NULL,
  uses_left integer NOT NULL CHECK (uses_left >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX invites_created_at_id_idx ON invites (created_at DESC, id DESC);

CREATE TABLE admin_actions (
  id uuid PRIMARY KEY,
  -- Empty for what was done on the command line.
  admin_id uuid REFERENCES users,
  action text NOT NULL,
  person_id uuid REFERENCES users,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX admin_actions_person_id_idx ON admin_actions (person_id);
CREATE INDEX admin_actions_admin_id_idx ON admin_actions (admin_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER admin_actions_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON admin_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
