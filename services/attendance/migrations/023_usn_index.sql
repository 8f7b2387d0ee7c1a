-- Up Migration

-- Finds other accounts with a student's USN.
CREATE INDEX people_usn_idx ON people (fold_for_search(usn)) WHERE user_type = 'STUDENT' AND NOT erased;
