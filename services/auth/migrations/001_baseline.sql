-- Up Migration

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Removes case, accents and compatibility forms for search, like foldForSearch in packages/contracts.
CREATE FUNCTION fold_for_search(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- A faster path, because most names consist of ASCII letters.
  SELECT CASE WHEN octet_length(given) = length(given) THEN lower(given) ELSE
           translate(
             replace(replace(replace(replace(
               lower(regexp_replace(normalize(given, NFKD),
                                    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
               'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
             'øłđðħŧı', 'olddhti')
         END
$$;

CREATE TYPE user_type AS ENUM ('TEACHER', 'STUDENT', 'ADMIN');

CREATE TABLE users (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  user_type user_type NOT NULL,
  password_hash text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  suspended_at timestamptz,
  suspended_because text,
  erased_at timestamptz,
  -- Access tokens contain how often the person had signed out everywhere; tokens with a lower number are
  -- rejected until the last of them has expired.
  sign_outs integer NOT NULL DEFAULT 0,
  signed_out_at timestamptz,
  signed_out_until timestamptz,
  -- The language in which the person last used the app, for emails; null before the first sign-in.
  language text,
  -- Emails about attendance that the person switched off: kinds, or `all`.
  notices_off text[] NOT NULL DEFAULT '{}',
  -- Whether a link sent to the address has been used.
  email_verified boolean NOT NULL DEFAULT false,
  -- The new address, until it is verified.
  new_email text,
  -- End of the time in which a person may correct their name: a day after they took over, with a link for a
  -- new password, an unverified account with their address, whose name somebody else may have typed.
  name_open_until timestamptz,
  -- False for people in the institution's records without an account; nobody can sign in as them.
  registered boolean NOT NULL DEFAULT true,
  -- The institution's id of a person, and its normalized form for comparisons.
  institution_id text,
  institution_key text UNIQUE,
  -- Name, address and numbers for the administrators' search, maintained by triggers.
  search_text text NOT NULL DEFAULT '',
  -- The person that this record was merged into, when that last changed, and whether the kept person has the
  -- institution id of this record until the merge is undone.
  merged_into_id uuid REFERENCES users,
  merge_changed_at timestamptz,
  lent_institution_id boolean NOT NULL DEFAULT false,
  CHECK (merged_into_id <> id),
  CHECK ((suspended_at IS NULL) = (suspended_because IS NULL)),
  CHECK ((institution_id IS NULL) = (institution_key IS NULL)),
  CHECK (registered OR password_hash = '')
);
CREATE INDEX users_name_id_idx ON users (name, id);
CREATE INDEX users_user_type_name_id_idx ON users (user_type, name, id);
CREATE INDEX users_search_text_idx ON users USING gin (search_text gin_trgm_ops);
CREATE INDEX users_merged_into_id_idx ON users (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX users_barred_idx ON users (id) WHERE suspended_at IS NOT NULL OR erased_at IS NOT NULL;
CREATE INDEX users_signed_out_until_idx ON users (signed_out_until) WHERE signed_out_until IS NOT NULL;

CREATE TABLE teachers (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  employee_id text NOT NULL,
  department text NOT NULL
);
CREATE INDEX teachers_employee_id_idx ON teachers (employee_id);

CREATE TABLE students (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  usn text NOT NULL,
  -- Whether the institution assigned the USN; others were typed at registration.
  usn_recorded boolean NOT NULL DEFAULT false,
  reg_no text NOT NULL,
  department text NOT NULL,
  -- Null only for people without an account.
  semester integer CHECK (semester BETWEEN 1 AND 8),
  require_pin boolean NOT NULL,
  require_biometric boolean NOT NULL,
  require_device_verification boolean NOT NULL,
  require_selfie boolean NOT NULL,
  pin_salt text,
  pin_hash text,
  security_version integer NOT NULL DEFAULT 1,
  device_removed_at timestamptz,
  selfie_consent_at timestamptz,
  -- When the account first had a device with a key, and a passkey: only the first ones have no cool-down.
  first_device_at timestamptz,
  first_passkey_at timestamptz,
  CHECK ((pin_salt IS NULL) = (pin_hash IS NULL))
);
CREATE INDEX students_usn_idx ON students (lower(usn)) WHERE usn <> '';

-- A trigger covers every statement that changes a searched value.
CREATE FUNCTION write_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := fold_for_search(concat_ws(
    ' ', NEW.name, NEW.email_key, NEW.institution_id,
    (SELECT concat_ws(' ', usn, reg_no) FROM students WHERE user_id = NEW.id),
    (SELECT employee_id FROM teachers WHERE user_id = NEW.id)));
  RETURN NEW;
END $$;
CREATE TRIGGER users_write_search_text
  BEFORE INSERT OR UPDATE OF name, email_key, institution_id, search_text ON users
  FOR EACH ROW EXECUTE FUNCTION write_search_text();
CREATE FUNCTION outdate_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET search_text = '' WHERE id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER students_outdate_search_text AFTER INSERT OR UPDATE OF usn, reg_no ON students
  FOR EACH ROW EXECUTE FUNCTION outdate_search_text();
CREATE TRIGGER teachers_outdate_search_text AFTER INSERT OR UPDATE OF employee_id ON teachers
  FOR EACH ROW EXECUTE FUNCTION outdate_search_text();

CREATE TABLE devices (
  student_id uuid NOT NULL REFERENCES students ON DELETE CASCADE,
  device_id uuid NOT NULL,
  device_name text NOT NULL,
  last_used timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A device without a key is not accepted for marks.
  public_key jsonb,
  counts_from timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (student_id, device_id)
);

-- Keys of removed devices, so that a device that is registered again keeps its previous counts_from.
CREATE TABLE removed_devices (
  student_id uuid NOT NULL REFERENCES students ON DELETE CASCADE,
  -- Hash of the public key.
  key text NOT NULL,
  counts_from timestamptz NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (student_id, key)
);
CREATE INDEX removed_devices_removed_at_idx ON removed_devices (removed_at);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  student_id uuid NOT NULL REFERENCES students ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  counts_from timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_student_id_idx ON passkeys (student_id);

CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  student_id uuid NOT NULL REFERENCES students ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_student_id_idx ON passkey_challenges (student_id);

-- A trigger covers every statement that adds a device.
CREATE FUNCTION note_first_device() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE students SET first_device_at = now() WHERE user_id = NEW.student_id AND first_device_at IS NULL;
    RETURN NULL;
  END $$;
CREATE TRIGGER devices_note_first AFTER INSERT OR UPDATE OF public_key ON devices
  FOR EACH ROW WHEN (NEW.public_key IS NOT NULL) EXECUTE FUNCTION note_first_device();
CREATE FUNCTION note_first_passkey() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE students SET first_passkey_at = now() WHERE user_id = NEW.student_id AND first_passkey_at IS NULL;
    RETURN NULL;
  END $$;
CREATE TRIGGER passkeys_note_first AFTER INSERT ON passkeys
  FOR EACH ROW EXECUTE FUNCTION note_first_passkey();

CREATE TABLE refresh_tokens (
  hash text PRIMARY KEY,
  family uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz,
  parent text,
  -- Hash of the secret that the browser sends together with its refresh token.
  browser text NOT NULL,
  -- When the auth service first saw the access token that was issued together with this refresh token.
  used_at timestamptz,
  -- When the password was last entered in this sign-in; null after an emailed link.
  proved_at timestamptz
);
CREATE INDEX refresh_tokens_family_idx ON refresh_tokens (family);
CREATE INDEX refresh_tokens_parent_idx ON refresh_tokens (parent);
CREATE INDEX refresh_tokens_user_id_idx ON refresh_tokens (user_id);

-- Hashes of browsers (their cookies) and of addresses from which the person recently signed in.
CREATE TABLE trusted_places (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  place text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, place)
);
CREATE INDEX trusted_places_expires_at_idx ON trusted_places (expires_at);
CREATE INDEX trusted_places_place_idx ON trusted_places (place);

-- Accounts with a wrong password, by the browser or address that tried and has not signed in to them since.
-- Both are hashes.
CREATE TABLE wrong_accounts (
  client text NOT NULL,
  account text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client, account)
);
CREATE INDEX wrong_accounts_expires_at_idx ON wrong_accounts (expires_at);

-- rate-limiter-flexible writes this table and determines its columns.
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

-- Links for signing in without the password. The table contains a hash of the link, and a keyed hash of its
-- code.
CREATE TABLE sign_in_links (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Hash of the secret of the browser that requested the link; only this browser may use the code.
  request text NOT NULL,
  code_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_links_user_id_idx ON sign_in_links (user_id);
CREATE INDEX sign_in_links_request_idx ON sign_in_links (request);
CREATE INDEX sign_in_links_expires_at_idx ON sign_in_links (expires_at);

-- Hashes of links that verify an address, with the address to which each was sent.
CREATE TABLE email_verifications (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Hash of the secret of the browser that requested the link; only this browser verifies without a password.
  request text
);
CREATE INDEX email_verifications_user_id_idx ON email_verifications (user_id);
CREATE INDEX email_verifications_expires_at_idx ON email_verifications (expires_at);

-- Hashes of links by which people without an account register, with the address to which each was sent.
CREATE TABLE registration_links (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  -- Whether the user of the link registers as a teacher, replacing a student.
  teacher boolean NOT NULL DEFAULT false,
  invite_hash text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX registration_links_user_id_idx ON registration_links (user_id);
CREATE INDEX registration_links_expires_at_idx ON registration_links (expires_at);

-- Triggers cover every statement that erases a person.
CREATE FUNCTION forget_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.language := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER users_forget_language BEFORE UPDATE ON users
  FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND NEW.language IS NOT NULL) EXECUTE FUNCTION forget_language();
CREATE FUNCTION forget_new_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_email := NULL;
  DELETE FROM email_verifications WHERE user_id = NEW.id;
  RETURN NEW;
END
$$;
CREATE TRIGGER users_forget_new_email BEFORE UPDATE ON users
  FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION forget_new_email();

-- Queued emails. Texts and links are created when an email is sent.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  email_key text,
  details jsonb NOT NULL DEFAULT '{}',
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The sender that caused the email; senders take turns.
  sender text,
  CHECK ((user_id IS NULL) <> (email_key IS NULL))
);
CREATE INDEX mails_due_at_idx ON mails (due_at) WHERE kind <> 'notices';
CREATE INDEX mails_user_id_idx ON mails (user_id);

-- One email about attendance contains all notices of its person, so at most one is queued.
CREATE UNIQUE INDEX mails_notices_idx ON mails (user_id) WHERE kind = 'notices';
CREATE INDEX mails_notices_due_idx ON mails (due_at) WHERE kind = 'notices';

-- Notices about attendance, as the attendance service published them. Sent ones are kept for some days, so
-- that a redelivered event is recognized.
CREATE TABLE notices (
  event_id uuid NOT NULL,
  number integer NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  details jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  emailed_at timestamptz,
  PRIMARY KEY (event_id, number)
);
CREATE INDEX notices_user_id_idx ON notices (user_id);
CREATE INDEX notices_created_at_idx ON notices (created_at);

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
  -- Null for actions on the command line.
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

-- At most one waiting event per aggregate; a newer state replaces it.
CREATE TABLE outbox (
  topic text NOT NULL,
  key text NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL,
  occurred_at timestamptz NOT NULL,
  payload jsonb NOT NULL,
  -- The span in which the event was written (W3C traceparent); null without tracing.
  trace text,
  PRIMARY KEY (topic, key)
);
CREATE INDEX outbox_occurred_at_idx ON outbox (occurred_at);
CREATE INDEX outbox_id_idx ON outbox (id);

-- Events that this service could not handle, until an operator redrives or discards them. A letter is JSON as
-- text, because text can contain any message.
CREATE TABLE dead_letters (
  id text PRIMARY KEY,
  since timestamptz NOT NULL,
  letter text NOT NULL
);
CREATE INDEX dead_letters_since_idx ON dead_letters (since, id);
