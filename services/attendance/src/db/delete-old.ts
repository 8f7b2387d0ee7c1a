import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';

/**
 * Deletes rows that meet a condition, in batches. Several replicas may run it concurrently.
 * @param key columns of the primary key
 * @param options.change replaces the deletion, such as `UPDATE … SET …`
 * @param options.follow a statement on the `changed` rows of each batch
 */
export const deleteOld = (
  pool: Pool,
  [table, key]: readonly [table: string, key: string],
  condition: string,
  values: unknown[],
  { change = `DELETE FROM ${table}`, follow = 'SELECT' }: { change?: string; follow?: string } = {},
): Promise<void> =>
  deleteInBatches(async (limit) => {
    const { rowCount } = await pool.query(
      `WITH changed AS (
         ${change} WHERE (${key}) IN (
           SELECT ${key} FROM ${table} WHERE ${condition} LIMIT $${values.length + 1} FOR UPDATE SKIP LOCKED)
         RETURNING *
       ), followed AS (${follow})
       SELECT FROM changed`,
      [...values, limit],
    );
    return rowCount ?? 0;
  });

export const olderThanDays = (column: string): string => `${column} < now() - make_interval(days => $1)`;
