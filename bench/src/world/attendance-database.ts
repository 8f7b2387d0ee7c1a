import type { System } from '@qr-attendance/stack';
import { eventually } from '@qr-attendance/test-kit';
import pg from 'pg';

export const openAttendanceDatabase = ({ databases }: System) => {
  const pool = new pg.Pool({ connectionString: databases.attendance, max: 2 });
  const count = async (sql: string, values: unknown[] = []): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count ${sql}`, values);
    return rows[0]?.count ?? 0;
  };
  const reach = (expected: number, sql: string, values?: unknown[]) =>
    eventually(async () => {
      const found = await count(sql, values);
      if (found < expected) throw new Error(`the attendance service knows ${found} of ${expected}`);
    });

  return {
    /**
     * Waits until the database has all students, devices, PINs and enrollments, so that no mark of a prepared student
     * needs another service.
     */
    untilStudentsKnown: async (
      students: { prepared: number; all: number },
      courseIds: string[],
      enrollments: number,
    ): Promise<void> => {
      await reach(
        students.prepared,
        'FROM student_security WHERE pin_verifier IS NOT NULL AND jsonb_array_length(devices) > 0',
      );
      await reach(students.all, `FROM people WHERE user_type = 'STUDENT'`);
      await reach(courseIds.length, 'FROM courses WHERE id = ANY($1)', [courseIds]);
      await reach(enrollments, 'FROM members WHERE active');
    },
    untilSessionsKnown: (ids: string[]): Promise<void> =>
      reach(ids.length, 'FROM sessions WHERE id = ANY($1)', [ids]),
    /** Waits until all events are published and all records and counts are computed. */
    untilSettled: () =>
      eventually(async () => {
        const left = (await count('FROM outbox')) + (await count('FROM recounts'));
        if (left > 0) throw new Error(`${left} events or recounts wait`);
      }),
    markedIn: async (sessionId: string): Promise<string[]> => {
      const { rows } = await pool.query<{ student_id: string }>(
        'SELECT student_id FROM scans WHERE session_id = $1',
        [sessionId],
      );
      return rows.map((row) => row.student_id);
    },
    close: () => pool.end(),
  };
};
export type AttendanceDatabase = ReturnType<typeof openAttendanceDatabase>;
