-- Up Migration

-- Events that this service could not handle, until an operator deals with them. A letter is JSON as text, which holds whatever a
-- message says. A replica that is older keeps its own on the bus, from where they are moved here.
CREATE TABLE dead_letters (
  id text PRIMARY KEY,
  since timestamptz NOT NULL,
  letter text NOT NULL
);
CREATE INDEX dead_letters_since_idx ON dead_letters (since, id);
