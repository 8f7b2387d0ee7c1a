-- Up Migration

-- Access tokens carry how often their person had ended all sign-ins when they were issued; those of before are refused
-- until the last of them has expired.
ALTER TABLE users
  ADD COLUMN sign_outs integer NOT NULL DEFAULT 0,
  ADD COLUMN signed_out_at timestamptz,
  ADD COLUMN signed_out_until timestamptz;
CREATE INDEX users_signed_out_until_idx ON users (signed_out_until) WHERE signed_out_until IS NOT NULL;
