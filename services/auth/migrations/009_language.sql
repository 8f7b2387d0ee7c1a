-- Up Migration

-- In which language a person last used the app, for emails to them; not known of who has not signed in since.
ALTER TABLE users ADD COLUMN language text;

-- Goes with its person, also where a replica of the release before, which does not know it, erases them.
CREATE FUNCTION forget_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.language := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER users_forget_language BEFORE UPDATE ON users
  FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND NEW.language IS NOT NULL) EXECUTE FUNCTION forget_language();
