-- Up Migration

-- Links by which people sign in without their password. The link is kept as a hash, its code as a keyed one.
CREATE TABLE sign_in_links (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Hash of the secret of the browser that asked, which alone may use the code.
  request text NOT NULL,
  code_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_links_user_id_idx ON sign_in_links (user_id);
CREATE INDEX sign_in_links_request_idx ON sign_in_links (request);
CREATE INDEX sign_in_links_expires_at_idx ON sign_in_links (expires_at);
