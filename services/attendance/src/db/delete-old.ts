import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';

/**
 * Deletes the rows that meet a condition, in batches. Several replicas may do this at once.
 * @param key columns of the primary key
 * @param change what is done instead of deleting, such as `UPDATE … SET …`
 */
export const deleteOld = (
  pool: Pool,
  [table, key]: readonly [table: string, key: string],
  condition: string,
  values: unknown[],
  change = `DELETE FROM ${table}`,
): Promise<void> =>
  deleteInBatches(async (limit) => {
    const { rowCount } = await pool.query(
      `${change} WHERE (${key}) IN (
         SELECT ${key} FROM ${table} WHERE ${condition} LIMIT $${values.length + 1} FOR UPDATE SKIP LOCKED)`,
      [...values, limit],
    );
    return rowCount ?? 0;
  });

/** A condition: `column` is older than `$1` days. */
export const olderThanDays = (column: string): string => `${column} < now() - make_interval(days => $1)`;
