import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';

/** How often students have asked how far they are from a classroom. */
export const makeLocationAttempts = (pool: Pool) => ({
  /** Counts one more within `minutes`, after which counting begins anew. */
  count: async (studentId: string, minutes: number): Promise<{ tries: number; since: Date }> => {
    const { rows } = await pool.query<{ tries: number; since: Date }>({
      name: 'count-place-try',
      text: `INSERT INTO place_tries AS p (student_id, tries, since) VALUES ($1, 1, now())
             ON CONFLICT (student_id) DO UPDATE SET
               tries = CASE WHEN p.since < now() - make_interval(mins => $2) THEN 1 ELSE p.tries + 1 END,
               since = CASE WHEN p.since < now() - make_interval(mins => $2) THEN now() ELSE p.since END
             RETURNING tries, since`,
      values: [studentId, minutes],
    });
    const [row] = rows;
    if (!row) throw new Error('counting a try answered no row');
    return row;
  },
  /** Several replicas may do this at once. */
  removeOlderThan: (minutes: number): Promise<void> =>
    deleteInBatches(async (limit) => {
      const { rowCount } = await pool.query(
        `DELETE FROM place_tries WHERE student_id = ANY(ARRAY(
           SELECT student_id FROM place_tries WHERE since < now() - make_interval(mins => $1)
            LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        [minutes, limit],
      );
      return rowCount ?? 0;
    }),
});
export type LocationAttempts = ReturnType<typeof makeLocationAttempts>;
