-- Up Migration

-- Until when a person may correct their name: for a day after they took over, by a link for a new password, an
-- account with their address that nobody had verified, so that somebody else may have typed the name.
ALTER TABLE users ADD COLUMN name_open_until timestamptz;
