-- Up Migration

-- The institution no longer lists the person, whose numbers are free for somebody else.
ALTER TABLE people ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
