import type { AttendanceStatus, ReceiptClaims } from '@qr-attendance/contracts';
import type { Pool } from 'pg';

type Recorded = Pick<ReceiptClaims, 'date' | 'recordedAt'> & { status: AttendanceStatus };
interface Row {
  status: AttendanceStatus;
  date: string;
  marked_at: Date;
  student: string | null;
  course_name: string | null;
  course_code: string | null;
}

const recordedOf = ({ status, date, marked_at }: Omit<Row, 'student'>): Recorded => ({
  status,
  date,
  recordedAt: marked_at.toISOString(),
});

/** What receipts tell of marks. */
export const makeReceiptFacts = (pool: Pool) => ({
  /** Undefined where the mark is not this student's own. */
  ofStudent: async (
    markId: string,
    studentId: string,
  ): Promise<Omit<ReceiptClaims, 'iss' | 'iat' | 'mark'> | undefined> => {
    const { rows } = await pool.query<Row>(
      `SELECT m.status, m.session_date::text AS date, m.marked_at, p.name AS student, c.name AS course_name, c.code AS course_code
         FROM marks m LEFT JOIN people p ON p.id = m.student_id LEFT JOIN courses c ON c.id = m.course_id
        WHERE m.id = $1 AND m.student_id = $2`,
      [markId, studentId],
    );
    const [row] = rows;
    return (
      row && {
        ...recordedOf(row),
        student: row.student ?? '',
        course: { name: row.course_name ?? '', code: row.course_code ?? '' },
      }
    );
  },
  /** What is recorded now, and whether its student was erased; undefined where there is no such mark any more. */
  now: async (markId: string): Promise<(Recorded & { erasedName: string | undefined }) | undefined> => {
    const { rows } = await pool.query<Row & { erased: boolean | null }>(
      `SELECT m.status, m.session_date::text AS date, m.marked_at, p.name AS student, p.erased
         FROM marks m LEFT JOIN people p ON p.id = m.student_id WHERE m.id = $1`,
      [markId],
    );
    const [row] = rows;
    return row && { ...recordedOf(row), erasedName: row.erased ? (row.student ?? '') : undefined };
  },
});
