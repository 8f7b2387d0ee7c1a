-- Up Migration

-- Hash of the secret that the browser sends along with its refresh token; none in rows that a release before wrote.
ALTER TABLE refresh_tokens ADD COLUMN browser text;
-- When the access token that was issued with it was first seen by the auth service.
ALTER TABLE refresh_tokens ADD COLUMN used_at timestamptz;
