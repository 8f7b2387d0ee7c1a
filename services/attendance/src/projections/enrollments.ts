import type { Pool } from 'pg';

export const makeEnrollments = (pool: Pool) => ({
  /** Whether a student is enrolled in a course, and known by name, as far as is known here. */
  isKnownMember: async (
    courseId: string,
    studentId: string,
  ): Promise<{ enrolled: boolean; known: boolean }> => {
    const { rows } = await pool.query<{ enrolled: boolean; known: boolean }>(
      `SELECT EXISTS (SELECT FROM enrolments WHERE course_id = $1 AND student_id = $2 AND active) AS enrolled,
              EXISTS (SELECT FROM people WHERE id = $2) AS known`,
      [courseId, studentId],
    );
    return rows[0] ?? { enrolled: false, known: false };
  },
});
export type Enrollments = ReturnType<typeof makeEnrollments>;
