-- Up Migration

-- Passkeys that count only later. Apart from the others, so that a replica of the release before takes none of them.
ALTER TABLE student_security ADD COLUMN waiting_passkeys jsonb NOT NULL DEFAULT '[]';

-- What a refused try was made with that does not count yet: the one thing that a teacher can confirm.
ALTER TABLE refused_tries ADD COLUMN proof jsonb;
