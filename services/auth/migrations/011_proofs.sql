-- Up Migration

-- When the account first had a device with a key, and a passkey: only the first ever counts at once. What was removed
-- before today is known of devices alone.
ALTER TABLE students
  ADD COLUMN first_device_at timestamptz,
  ADD COLUMN first_passkey_at timestamptz;
UPDATE students s SET first_device_at = coalesce(
  (SELECT min(created_at) FROM devices d WHERE d.student_id = s.user_id AND d.public_key IS NOT NULL), device_removed_at);
UPDATE students s SET first_passkey_at = (SELECT min(created_at) FROM passkeys p WHERE p.student_id = s.user_id);

-- A replica of the release before adds passkeys that count at once, as there they did.
ALTER TABLE passkeys ADD COLUMN counts_from timestamptz NOT NULL DEFAULT now();
UPDATE passkeys SET counts_from = created_at;

-- When the password was last shown in this sign-in. None in rows of a release before, and of who came by a link.
ALTER TABLE refresh_tokens ADD COLUMN proved_at timestamptz;

-- By triggers, because a replica of the release before, which may be the one that adds, knows nothing of it.
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
