-- Up Migration

-- Access tokens issued before a person's last sign-out everywhere are refused, of which the last expires at `signed_out_until`.
ALTER TABLE people
  ADD COLUMN sign_outs integer NOT NULL DEFAULT 0,
  ADD COLUMN signed_out_at timestamptz,
  ADD COLUMN signed_out_until timestamptz;
CREATE INDEX people_signed_out_until_idx ON people (signed_out_until) WHERE signed_out_until IS NOT NULL;
