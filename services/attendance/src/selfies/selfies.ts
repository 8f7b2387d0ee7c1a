import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';

/** Selfies are written together with their marks, by write-marks.ts. */
export const makeSelfies = (pool: Pool) => ({
  /** The JPEG of a mark in one of a teacher's own courses. */
  find: async (markId: string, teacherId: string): Promise<Buffer | undefined> => {
    const { rows } = await pool.query<{ jpeg: Buffer }>(
      'SELECT jpeg FROM selfies JOIN marks ON id = mark_id WHERE id = $1 AND teacher_id = $2',
      [markId, teacherId],
    );
    return rows[0]?.jpeg;
  },
  /** Several replicas may do this at once: each row is deleted once, by whoever comes first. */
  deleteOlderThan: (days: number): Promise<void> =>
    deleteInBatches(async (limit) => {
      const { rowCount } = await pool.query(
        `DELETE FROM selfies WHERE mark_id = ANY(ARRAY(
           SELECT mark_id FROM selfies WHERE taken_at < now() - make_interval(days => $1)
            LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        [days, limit],
      );
      return rowCount ?? 0;
    }),
});
export type Selfies = ReturnType<typeof makeSelfies>;
