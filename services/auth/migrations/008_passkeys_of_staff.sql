-- Up Migration

-- Staff use passkeys as a second factor, so a passkey belongs to a user. The columns keep the name `student_id` until
-- the previous release no longer runs.
ALTER TABLE passkeys DROP CONSTRAINT passkeys_student_id_fkey;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_of_user
  FOREIGN KEY (student_id) REFERENCES users ON DELETE CASCADE NOT VALID;
ALTER TABLE passkey_challenges DROP CONSTRAINT passkey_challenges_student_id_fkey;
ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_of_user
  FOREIGN KEY (student_id) REFERENCES users ON DELETE CASCADE NOT VALID;

-- An active factor without the secret of an app consists of the person's passkeys.
ALTER TABLE second_factors DROP CONSTRAINT second_factors_check;
ALTER TABLE second_factors ADD CHECK (secret IS NULL OR active_since IS NOT NULL) NOT VALID;
