-- Up Migration

-- Who answered as the class was asked once more, and who did not. A student who answered after all has both.
CREATE TABLE second_looks (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  answered_at timestamptz,
  -- Thumbprint of the key that signed the answer; gone with the other details of marks.
  device_key text,
  missed_at timestamptz,
  PRIMARY KEY (session_id, student_id)
);
CREATE INDEX second_looks_student_idx ON second_looks (student_id);
-- One device answers for one student.
CREATE UNIQUE INDEX second_looks_key_once_per_session ON second_looks (session_id, device_key) WHERE device_key IS NOT NULL;
CREATE INDEX second_looks_details_idx ON second_looks (answered_at) WHERE device_key IS NOT NULL;

ALTER TABLE sessions
  -- The last second look, as its owner tells of it.
  ADD COLUMN second_look jsonb,
  -- The version that this is of. Another one than the row's: a replica of the release before wrote the row.
  ADD COLUMN second_look_version integer,
  ADD COLUMN second_look_judged_at timestamptz;
CREATE INDEX sessions_second_look_idx ON sessions (start_time)
  WHERE second_look_judged_at IS NULL AND policy ->> 'secondLook' IN ('review', 'late');

-- Keys go with the person, whichever replica hears of it: one of the release before knows nothing of them.
CREATE FUNCTION forget_second_look_keys() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN UPDATE second_looks SET device_key = NULL WHERE student_id = NEW.id AND device_key IS NOT NULL; RETURN NULL; END $$;
CREATE TRIGGER people_forget_second_look_keys AFTER INSERT OR UPDATE ON people
  FOR EACH ROW WHEN (NEW.erased) EXECUTE FUNCTION forget_second_look_keys();
