-- Up Migration

-- The institution ids that files stated about a person, in normalized form; earlier ids find the history.
ALTER TABLE person_statements ADD COLUMN institution_keys text[] NOT NULL DEFAULT '{}';

-- Normalizes only ASCII. The next file about a person replaces these keys with fully normalized ones.
UPDATE person_statements SET institution_keys = ARRAY(
  SELECT DISTINCT lower(trim(stated.id))
    FROM (SELECT ledger->'local'->>'institutionId' AS id
          UNION ALL
          SELECT entry->'values'->>'institutionId' FROM jsonb_array_elements(ledger->'entries') entry) stated
   WHERE stated.id IS NOT NULL);

CREATE INDEX person_statements_institution_keys_idx ON person_statements USING gin (institution_keys);
