-- Up Migration

-- How long after its newest live code was on the wall a scan arrived, without the phone's own round trip. Null where the
-- session shows no live code, for the words beside one, and in what the release before writes.
ALTER TABLE mark_contexts ADD COLUMN live_late_ms integer;
