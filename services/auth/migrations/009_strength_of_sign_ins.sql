-- Up Migration

-- Until an administrator says otherwise, a sign-in at a provider counts like a password.
ALTER TABLE identity_providers
  ADD COLUMN second_factor text NOT NULL DEFAULT 'not_stated'
  CHECK (second_factor IN ('not_stated', 'refeds_mfa', 'always'));

-- The provider was asked for a second factor, which its answer must state.
ALTER TABLE provider_attempts ADD COLUMN asks_mfa boolean NOT NULL DEFAULT false;

-- The sign-in of the provider that lacks the second factor; null for passwords and links.
ALTER TABLE sign_in_challenges ADD COLUMN family uuid;

-- The lifetime of a sign-in counts from here. Sign-ins from before this migration count from now on.
ALTER TABLE refresh_tokens ADD COLUMN signed_in_at timestamptz NOT NULL DEFAULT now();
