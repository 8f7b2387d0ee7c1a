import type { FlaggedAttempt } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { FLAGS_OF } from '../attendance/flags.ts';
import type { RecordKey } from '../attendance/record-id.ts';
import { onlyIn, type Visible, visibleValues } from '../projections/visible.ts';

const MAX_ATTEMPTS = 5_000;

export const findSelfie = async (
  pool: Pool,
  { sessionId, studentId }: RecordKey,
  picture: '1' | '2',
): Promise<Buffer | undefined> => {
  const { rows } = await pool.query<{ jpeg: Buffer | null }>(
    `SELECT ${picture === '2' ? 'second_jpeg' : 'jpeg'} AS jpeg FROM selfies
      WHERE session_id = $1 AND student_id = $2`,
    [sessionId, studentId],
  );
  return rows[0]?.jpeg ?? undefined;
};

/** Flags of students who have no record in the session. */
export const listAttempts = async (
  pool: Pool,
  sessionId: string,
  visible?: Visible,
): Promise<FlaggedAttempt[]> => {
  const { rows } = await pool.query<FlaggedAttempt>(
    `SELECT jsonb_build_object('_id', tried.student_id, 'name', coalesce(p.name, ''), 'email', coalesce(p.email, ''))
              AS student,
            (${FLAGS_OF('tried')}) AS flags
       FROM (SELECT DISTINCT session_id, student_id FROM flags WHERE session_id = $1) AS tried
       LEFT JOIN people p ON p.id = tried.student_id
      WHERE tried.student_id NOT IN (SELECT student_id FROM attendance WHERE session_id = $1) AND ${onlyIn('tried', '$3', '$4')}
      ORDER BY p.name, tried.student_id LIMIT $2`,
    [sessionId, MAX_ATTEMPTS, ...visibleValues(visible)],
  );
  return rows;
};
