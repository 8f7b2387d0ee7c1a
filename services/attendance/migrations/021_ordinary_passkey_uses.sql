-- Up Migration

-- Which passkey made a mark, to find first uses; null for none, and in rows that a release before wrote.
ALTER TABLE mark_contexts ADD COLUMN passkey text;
