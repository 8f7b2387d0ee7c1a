-- Up Migration

-- SHA-256 of the selfie as it was kept, so that the same picture is not taken twice, from whomever. It outlives the
-- picture, and goes with the other details of the mark.
ALTER TABLE marks ADD COLUMN selfie_hash text;
UPDATE marks m SET selfie_hash = encode(sha256(s.jpeg), 'hex')
  FROM (SELECT DISTINCT ON (sha256(jpeg)) mark_id, jpeg FROM selfies ORDER BY sha256(jpeg), taken_at) AS s
 WHERE s.mark_id = m.id;
CREATE UNIQUE INDEX marks_selfie_once ON marks (selfie_hash) WHERE selfie_hash IS NOT NULL;

DROP INDEX marks_details_idx;
CREATE INDEX marks_details_idx ON marks (marked_at)
  WHERE device_key IS NOT NULL OR device_id IS NOT NULL OR distance_band IS NOT NULL OR flagged_at IS NOT NULL
     OR selfie_hash IS NOT NULL;
