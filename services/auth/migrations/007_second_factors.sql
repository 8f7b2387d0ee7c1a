-- Up Migration

-- The authenticator app with which a person confirms a sign-in by password or emailed link.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Both secrets are encrypted with a key that is derived from a pepper, whose version they begin with.
  secret text,
  active_since timestamptz,
  -- Becomes the secret when a code of the app finishes the setup.
  pending_secret text,
  -- The sign-in that began the last setup, and may continue or repeat it until then.
  setup_holder text,
  setup_until timestamptz,
  -- Each code is accepted once: the time step of the last one.
  last_step integer NOT NULL DEFAULT 0,
  CHECK ((secret IS NULL) = (active_since IS NULL))
);

-- Recovery codes and remembered browsers are deleted together with their factor.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  hash text NOT NULL,
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE remembered_browsers (
  user_id uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  hash text NOT NULL,
  -- The browser is forgotten when all sign-ins of the person end.
  sign_outs integer NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, hash)
);
CREATE INDEX remembered_browsers_expires_at_idx ON remembered_browsers (expires_at);

-- Sign-ins that only lack the second factor. Each belongs to the browser that began it.
CREATE TABLE sign_in_challenges (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sign_outs integer NOT NULL,
  by_password boolean NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- Hash of the code that finished the sign-in, which a browser that lost the response may repeat.
  accepted text,
  accepted_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenges_user_id_idx ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_expires_at_idx ON sign_in_challenges (expires_at);
