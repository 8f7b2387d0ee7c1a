import type { Pool } from 'pg';
import { PIN_LOCK_MINUTES, PIN_TRIES, type PinAttempts } from '../domain/pin-lock.ts';

export const makePinAttempts = (pool: Pool) => ({
  /** Counts a wrong PIN; the last allowed one starts the pause, after which counting begins anew. */
  countFailure: async (studentId: string): Promise<PinAttempts> => {
    const { rows } = await pool.query<{ failures: number; locked_until: Date | null }>(
      `INSERT INTO pin_attempts AS a (student_id, failures) VALUES ($1, 1)
       ON CONFLICT (student_id) DO UPDATE SET
         failures = CASE WHEN a.locked_until <= now() THEN 1 ELSE a.failures + 1 END,
         locked_until = CASE
           WHEN a.locked_until > now() THEN a.locked_until
           WHEN a.locked_until IS NULL AND a.failures + 1 >= $2 THEN now() + make_interval(mins => $3)
         END
       RETURNING failures, locked_until`,
      [studentId, PIN_TRIES, PIN_LOCK_MINUTES],
    );
    const [row] = rows;
    if (!row) throw new Error('counting a wrong PIN answered no row');
    return { failures: row.failures, lockedUntil: row.locked_until };
  },
  clear: async (studentId: string): Promise<void> => {
    await pool.query('DELETE FROM pin_attempts WHERE student_id = $1', [studentId]);
  },
});
export type PinAttemptsStore = ReturnType<typeof makePinAttempts>;
