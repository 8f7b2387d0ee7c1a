-- Up Migration

-- Since when a person without an account is withdrawn. The person keeps the institution's id, which brings them back, but
-- `email_key` is a placeholder, so that somebody else can have the address.
ALTER TABLE users ADD COLUMN withdrawn_at timestamptz;
ALTER TABLE users ADD CONSTRAINT users_withdrawn_unregistered CHECK (withdrawn_at IS NULL OR NOT registered) NOT VALID;
CREATE INDEX users_withdrawn_idx ON users (name, id) WHERE withdrawn_at IS NOT NULL;

-- A trigger, so that the previous release also ends a withdrawal when it gives the person an address again.
CREATE FUNCTION end_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.withdrawn_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_end_withdrawal BEFORE UPDATE OF email_key ON users
  FOR EACH ROW WHEN (OLD.withdrawn_at IS NOT NULL AND NEW.email_key <> OLD.email_key)
  EXECUTE FUNCTION end_withdrawal();
