INSERT INTO bench.marks (session_id, student_id, scanned_at, device_id, device_key, signed)
VALUES ('6650a1b2c3d4e5f6a7b8c9d0', gen_random_uuid(), now(), gen_random_uuid(), 'Vx3oJmQ0N1c7dZlq0vJm8Yt5b2s9KfEwHcA4uRgPLiM', true);
