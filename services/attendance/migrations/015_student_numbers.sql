-- Up Migration

-- A student's USN and registration number, as auth tells of them. Null until it has: a replica of auth of the release
-- before does not.
ALTER TABLE people ADD COLUMN usn text, ADD COLUMN reg_no text;
CREATE INDEX people_without_numbers_idx ON people (id) WHERE user_type = 'STUDENT' AND usn IS NULL AND NOT erased;

-- They go with the person, whichever replica hears of it: one of the release before knows nothing of them.
CREATE FUNCTION forget_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.usn := NULL; NEW.reg_no := NULL; RETURN NEW; END $$;
CREATE TRIGGER people_forget_numbers BEFORE INSERT OR UPDATE ON people
  FOR EACH ROW WHEN (NEW.erased) EXECUTE FUNCTION forget_numbers();

-- Since when a replica has been asking auth to tell of its students again.
CREATE TABLE number_requests (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  asked_at timestamptz NOT NULL
);
INSERT INTO number_requests (asked_at) VALUES ('-infinity');

-- A text as it is searched: without case, accents and compatibility forms, like foldForSearch in packages/contracts.
CREATE FUNCTION fold_for_search(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- Most names have no letter beyond ASCII.
  SELECT CASE WHEN octet_length(given) = length(given) THEN lower(given) ELSE
           translate(
             replace(replace(replace(replace(
               lower(regexp_replace(normalize(given, NFKD),
                                    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
               'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
             'øłđðħŧı', 'olddhti')
         END
$$;
