-- Up Migration

-- Keys of devices that their owner removed, so that one that comes back counts from the moment it did before.
CREATE TABLE removed_devices (
  student_id uuid NOT NULL REFERENCES students ON DELETE CASCADE,
  -- Hash of the public key.
  key text NOT NULL,
  counts_from timestamptz NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (student_id, key)
);
CREATE INDEX removed_devices_removed_at_idx ON removed_devices (removed_at);
