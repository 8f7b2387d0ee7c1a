INSERT INTO bench.marks (id, session_id, course_id, teacher_id, student_id, session_date, status, marked_at, device_id, device_key)
VALUES (gen_random_uuid(), '6650a1b2c3d4e5f6a7b8c9d0', '6650a1b2c3d4e5f6a7b8c9d1', '9b2f6f0e-5a3c-4a44-9d34-0b7f0f1f7a11',
        gen_random_uuid(), current_date, 'PRESENT', now(), gen_random_uuid(), 'Vx3oJmQ0N1c7dZlq0vJm8Yt5b2s9KfEwHcA4uRgPLiM');
