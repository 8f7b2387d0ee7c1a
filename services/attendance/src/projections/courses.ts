import type { Pool } from 'pg';

export const makeCourses = (pool: Pool) => ({
  /** Whose course it is; undefined when the course is not known here. */
  findTeacher: async (id: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ teacher_id: string }>({
      name: 'find-course-teacher',
      text: 'SELECT teacher_id FROM courses WHERE id = $1',
      values: [id],
    });
    return rows[0]?.teacher_id;
  },
});
export type Courses = ReturnType<typeof makeCourses>;
