-- Up Migration

-- Whether somebody with the mailbox has used a link sent to it. True unless said otherwise: for addresses known
-- before, and for those that replicas of the release before register during an upgrade, which know no such column and
-- send no such link. And the address that a person wants instead, until it is verified.
ALTER TABLE users
  ADD COLUMN email_verified boolean NOT NULL DEFAULT true,
  ADD COLUMN new_email text;

-- Links that verify an address, kept as hashes, with the address that each was sent to.
CREATE TABLE email_verifications (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_verifications_user_id_idx ON email_verifications (user_id);
CREATE INDEX email_verifications_expires_at_idx ON email_verifications (expires_at);

-- Go with their person, also where a replica of the release before, which knows neither, erases them.
CREATE FUNCTION forget_new_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_email := NULL;
  DELETE FROM email_verifications WHERE user_id = NEW.id;
  RETURN NEW;
END
$$;
CREATE TRIGGER users_forget_new_email BEFORE UPDATE ON users
  FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION forget_new_email();
