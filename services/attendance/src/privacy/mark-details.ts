import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';

const OLD_MARKS = `
  UPDATE marks SET device_key = NULL, device_id = NULL, distance_band = NULL, flagged_at = NULL,
                   selfie_hash = NULL
   WHERE id = ANY(ARRAY(
     SELECT id FROM marks
      WHERE marked_at < now() - make_interval(days => $1)
        AND (device_key IS NOT NULL OR device_id IS NOT NULL OR distance_band IS NOT NULL OR flagged_at IS NOT NULL
          OR selfie_hash IS NOT NULL)
      LIMIT $2 FOR UPDATE SKIP LOCKED))`;
const OLD_FLAGS = `
  DELETE FROM mark_flags WHERE (session_id, student_id, reason) IN (
    SELECT session_id, student_id, reason FROM mark_flags WHERE at < now() - make_interval(days => $1)
     LIMIT $2 FOR UPDATE SKIP LOCKED)`;

/** What shows how a mark came about: devices, distances, flags. The mark itself stays. */
export const makeMarkDetails = (pool: Pool) => ({
  /** Several replicas may do this at once. */
  deleteOlderThan: async (days: number): Promise<void> => {
    for (const sql of [OLD_MARKS, OLD_FLAGS])
      await deleteInBatches(async (limit) => (await pool.query(sql, [days, limit])).rowCount ?? 0);
  },
});
export type MarkDetails = ReturnType<typeof makeMarkDetails>;
