import type { System } from '@qr-attendance/stack';
import { eventually } from '@qr-attendance/test-kit';
import pg from 'pg';
import type { Course, Lesson } from './lessons.ts';

export const lookIntoAttendance = ({ databases }: System) => {
  const pool = new pg.Pool({ connectionString: databases.attendance, max: 2 });
  const count = async (sql: string, values: unknown[] = []): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count ${sql}`, values);
    return rows[0]?.count ?? 0;
  };
  const reach = (expected: number, ask: () => Promise<number>) =>
    eventually(async () => {
      const found = await ask();
      if (found < expected) throw new Error(`the attendance service knows ${found} of ${expected}`);
    });

  const waiting = () => count('FROM outbox');
  const members = () => count('FROM members WHERE active');
  return {
    /**
     * Waits until it has students with their devices and PINs, and the enrollments, so that no mark needs
     * another service.
     */
    untilStudentsKnown: async (students: number, courses: Course[], enrollments: number): Promise<void> => {
      await reach(students, () =>
        count('FROM student_security WHERE pin_verifier IS NOT NULL AND jsonb_array_length(devices) > 0'),
      );
      await reach(students, () => count(`FROM people WHERE user_type = 'STUDENT'`));
      const ids = courses.map(({ id }) => id);
      await reach(ids.length, () => count('FROM courses WHERE id = ANY($1)', [ids]));
      await reach(enrollments, members);
    },
    untilSessionsKnown: (lessons: Lesson[]): Promise<void> => {
      const ids = lessons.map(({ sessionId }) => sessionId);
      return reach(ids.length, () => count('FROM sessions WHERE id = ANY($1)', [ids]));
    },
    members,
    /** Events of marks that are not published yet. */
    waiting,
    /** Waits until all events are published and all records and counts are computed. */
    untilSettled: () =>
      eventually(async () => {
        const left = (await waiting()) + (await count('FROM recounts'));
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
export type AttendanceDatabase = ReturnType<typeof lookIntoAttendance>;
