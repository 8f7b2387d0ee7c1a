-- Up Migration

-- Hash of the secret of the browser that asked for the link, which alone verifies by the link without a password.
ALTER TABLE email_verifications ADD COLUMN request text;
