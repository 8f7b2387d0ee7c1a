-- Up Migration

-- The second picture of a selfie and what it was to show, and of both what nearly equal pictures have in common. In the
-- row of the picture, so that they go with it. None in rows that a release before wrote.
ALTER TABLE selfies
  ADD COLUMN second_jpeg bytea,
  ADD COLUMN prompt text,
  ADD COLUMN looks bit(64),
  ADD COLUMN second_looks bit(64);
ALTER TABLE selfies ALTER COLUMN second_jpeg SET STORAGE EXTERNAL;
