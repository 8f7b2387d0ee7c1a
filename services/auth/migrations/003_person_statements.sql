-- Statements of the institution's files about a person, written together with the person. packages/statements
-- defines the format of the ledger.

-- Keyed hashes of the institution ids of erased people, so that no file brings them back.
CREATE TABLE person_statements (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  ledger jsonb NOT NULL
);

-- Keyed hashes of the institution's ids of erased people, so that no file brings them back.
CREATE TABLE erased_institution_ids (
  hash text PRIMARY KEY,
  erased_at timestamptz NOT NULL DEFAULT now()
);
