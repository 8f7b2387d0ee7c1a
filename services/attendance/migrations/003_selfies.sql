-- Up Migration

CREATE TABLE selfies (
  mark_id uuid PRIMARY KEY REFERENCES marks ON DELETE CASCADE,
  jpeg bytea NOT NULL,
  taken_at timestamptz NOT NULL
);
-- A JPEG can't be compressed further.
ALTER TABLE selfies ALTER COLUMN jpeg SET STORAGE EXTERNAL;
CREATE INDEX selfies_taken_at_idx ON selfies (taken_at);
