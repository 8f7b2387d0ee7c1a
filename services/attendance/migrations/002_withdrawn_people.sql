-- Up Migration

-- The institution no longer lists the person; other people may use the person's numbers.
ALTER TABLE people ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
