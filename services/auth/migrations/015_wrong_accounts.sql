-- Up Migration

-- Accounts whose password was judged as wrong, by the browser or address that tried and has not signed in to them
-- since. Both are hashes.
CREATE TABLE wrong_accounts (
  client text NOT NULL,
  account text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client, account)
);
CREATE INDEX wrong_accounts_expires_at_idx ON wrong_accounts (expires_at);
CREATE INDEX trusted_places_place_idx ON trusted_places (place);

-- Who caused an email, so that each is served in turn.
ALTER TABLE mails ADD COLUMN sender text;
