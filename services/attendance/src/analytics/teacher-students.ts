import type { Pool } from 'pg';

/** A course and an enrollment in it may arrive at the same moment, neither seeing the other: so a count does not last for ever. */
const LASTS = `interval '1 hour'`;

/** A count of students that still holds, of the teacher `$1`; null where it has to be made anew. */
export const COUNTED_STUDENTS = `
  SELECT students FROM teacher_students
   WHERE teacher_id = $1 AND counted_at_change = changes AND counted_at > now() - ${LASTS}`;

/** Tells that the students of the teachers that `teachers` (teacher_id) names are other ones, or may be. */
export const tellChange = (teachers: string) => `
  INSERT INTO teacher_students AS t (teacher_id, changes) SELECT teacher_id, 1 FROM (${teachers}) AS changed
  ON CONFLICT (teacher_id) DO UPDATE SET changes = t.changes + 1`;

/** Counts and keeps the count, with the state that it is of: what changes meanwhile leaves it out of date. */
const COUNT = `
  INSERT INTO teacher_students AS t (teacher_id, students, counted_at_change, counted_at)
  SELECT $1, count(DISTINCT e.student_id), coalesce((SELECT changes FROM teacher_students WHERE teacher_id = $1), 0), now()
    FROM courses c JOIN enrolments e ON e.course_id = c.id AND e.active WHERE c.teacher_id = $1
  ON CONFLICT (teacher_id) DO UPDATE
    SET students = excluded.students, counted_at_change = excluded.counted_at_change, counted_at = excluded.counted_at
  RETURNING students`;

/** Students enrolled in any of a teacher's courses, each once. */
export const countStudents = async (pool: Pool, teacherId: string): Promise<number> => {
  const { rows } = await pool.query<{ students: number }>(COUNT, [teacherId]);
  return rows[0]?.students ?? 0;
};
