-- Up Migration

-- When a person without an account was withdrawn. The person keeps the institution id, by which a file brings
-- them back, but `email_key` becomes a placeholder, so that the address is free for others.
ALTER TABLE users ADD COLUMN withdrawn_at timestamptz;
ALTER TABLE users ADD CONSTRAINT users_withdrawn_unregistered CHECK (withdrawn_at IS NULL OR NOT registered) NOT VALID;
CREATE INDEX users_withdrawn_idx ON users (name, id) WHERE withdrawn_at IS NOT NULL;

-- A trigger, because the previous release must also end a withdrawal when it gives the person an address
-- again.
CREATE FUNCTION end_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.withdrawn_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_end_withdrawal BEFORE UPDATE OF email_key ON users
  FOR EACH ROW WHEN (OLD.withdrawn_at IS NOT NULL AND NEW.email_key <> OLD.email_key)
  EXECUTE FUNCTION end_withdrawal();
