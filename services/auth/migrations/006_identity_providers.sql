-- Up Migration

CREATE TABLE identity_providers (
  -- A part of the redirect URI, so it never changes.
  id text PRIMARY KEY CHECK (id ~ '^[a-z][a-z0-9-]{1,29}$'),
  kind text NOT NULL,
  name text NOT NULL,
  -- One provider per issuer: subjects are unique within an issuer only.
  issuer text NOT NULL UNIQUE,
  client_id text NOT NULL,
  -- Encrypted with a key that is derived from a pepper, whose version it begins with.
  client_secret text,
  scopes text NOT NULL,
  -- Names of the claims from which an identity's values are read; values of roles.
  claims jsonb NOT NULL,
  role_values jsonb NOT NULL,
  unknown_people text NOT NULL CHECK (unknown_people IN ('create', 'refuse')),
  active boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE external_identities (
  id uuid PRIMARY KEY,
  provider_id text NOT NULL REFERENCES identity_providers,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The name or address that the person has at the provider.
  label text,
  linked_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  UNIQUE (issuer, subject)
);
CREATE INDEX external_identities_user_id_idx ON external_identities (user_id);
CREATE INDEX external_identities_provider_id_idx ON external_identities (provider_id);

-- Begun at a provider and not finished. Each is used once, in the browser that began it.
CREATE TABLE provider_attempts (
  -- Hashes of the state and of the browser's secret.
  hash text PRIMARY KEY,
  browser text NOT NULL,
  provider_id text NOT NULL REFERENCES identity_providers,
  purpose text NOT NULL,
  return_to text,
  -- The signed-in person who links, proves or tests; their access token's generation and sign-outs.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  generation text,
  sign_outs integer,
  expires_at timestamptz NOT NULL
);
CREATE INDEX provider_attempts_browser_idx ON provider_attempts (browser);
CREATE INDEX provider_attempts_user_id_idx ON provider_attempts (user_id);
CREATE INDEX provider_attempts_expires_at_idx ON provider_attempts (expires_at);

-- The sign-ins that began at a provider, which can end them.
CREATE TABLE provider_sessions (
  -- The family of its refresh tokens.
  family uuid PRIMARY KEY,
  identity_id uuid NOT NULL REFERENCES external_identities ON DELETE CASCADE,
  -- The session at the provider, where it has ids.
  sid text,
  started_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX provider_sessions_identity_id_idx ON provider_sessions (identity_id);
CREATE INDEX provider_sessions_sid_idx ON provider_sessions (sid);
CREATE INDEX provider_sessions_started_at_idx ON provider_sessions (started_at);

-- Results of test sign-ins, which change nothing.
CREATE TABLE provider_tests (
  id uuid PRIMARY KEY,
  provider_id text NOT NULL REFERENCES identity_providers,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  result jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX provider_tests_user_id_idx ON provider_tests (user_id);
CREATE INDEX provider_tests_expires_at_idx ON provider_tests (expires_at);

-- Failed sign-ins, without personal data. The same failure is stored once a minute.
CREATE TABLE provider_failures (
  id uuid PRIMARY KEY,
  provider_id text NOT NULL REFERENCES identity_providers,
  error text NOT NULL,
  detail text,
  failed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX provider_failures_provider_id_failed_at_idx ON provider_failures (provider_id, failed_at);
CREATE INDEX provider_failures_failed_at_idx ON provider_failures (failed_at);
