import type { HistoryRoot } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { inTransaction, isUniqueViolation } from '../db/database.ts';
import { isoMoment } from '../db/sql.ts';
import { appendNext, FIRST_ID, LATEST_COMMIT_HOURS, sizeNow } from './history-leaves.ts';
import { proveConsistency, rootOf, type TreeHead } from './rules/merkle-tree.ts';
import { storedNodes } from './tree-nodes.ts';

const ROOTS_PAGE = 100;

/**
 * @param register writes the register of sessions that were settled or changed since a moment
 * @param poolWithoutTimeouts the first run reads years of entries
 */
export const createHistoryTree = (
  pool: Pool,
  register: (since: Date) => Promise<void>,
  poolWithoutTimeouts = pool,
) => {
  const appendAll = async (isFirst: boolean): Promise<void> => {
    let after: string | undefined = FIRST_ID;
    while (after !== undefined) {
      const before: string = after;
      after = await inTransaction(poolWithoutTimeouts, (client) => appendNext(client, isFirst, before));
    }
  };

  const publishedRoots = async (condition: string, values: unknown[]): Promise<HistoryRoot[]> => {
    const { rows } = await pool.query<HistoryRoot>(
      `SELECT size::int, encode(root, 'hex') AS root, ${isoMoment('at')} AS at FROM history_roots WHERE ${condition}`,
      values,
    );
    return rows;
  };

  return {
    listRoots: (below: number | undefined): Promise<HistoryRoot[]> =>
      publishedRoots(`$1::bigint IS NULL OR size < $1 ORDER BY size DESC LIMIT ${ROOTS_PAGE}`, [
        below ?? null,
      ]),
    proveConsistency: async (from: number, to: number): Promise<Buffer[] | undefined> => {
      const found = await publishedRoots('size = ANY($1::bigint[])', [[from, to]]);
      if (found.length !== new Set([from, to]).size) return undefined;
      return proveConsistency(storedNodes(pool), from, to);
    },
    listUnsent: (): Promise<HistoryRoot[]> =>
      publishedRoots('size IN (SELECT size FROM history_root_mails) ORDER BY size', []),
    markSent: async (size: number): Promise<void> => {
      await pool.query('DELETE FROM history_root_mails WHERE size = $1', [size]);
    },
    isDue: async (night: Date): Promise<boolean> => {
      const { rows } = await pool.query<{ due: boolean }>(
        `SELECT CASE
           WHEN EXISTS (SELECT FROM history_roots WHERE at >= $1) THEN false
           WHEN EXISTS (SELECT FROM history_roots) THEN EXISTS (SELECT FROM audit_log WHERE written_at >= (SELECT max(at) FROM history_roots))
           ELSE EXISTS (SELECT FROM audit_log WHERE written_at < $1) END AS due`,
        [night],
      );
      return rows[0]?.due === true;
    },
    /** @returns undefined where nothing was added, or another replica is at work */
    grow: async (): Promise<TreeHead | undefined> => {
      await poolWithoutTimeouts.query(
        'DELETE FROM history_openings o USING people p WHERE p.id = o.student_id AND p.erased',
      );
      const { rows } = await pool.query<{ last: Date | null }>('SELECT max(at) AS last FROM history_roots');
      const last = rows[0]?.last ?? undefined;
      const isFirst = last === undefined;
      try {
        await register(new Date((last?.getTime() ?? 0) - LATEST_COMMIT_HOURS * 3_600_000));
        await appendAll(isFirst);
        // Ids are random, so a line written meanwhile may have a smaller one.
        await appendAll(isFirst);
        return await inTransaction(poolWithoutTimeouts, async (client) => {
          const size = await sizeNow(client);
          if (size === 0) return undefined;
          const root = await rootOf(storedNodes(client), size);
          const { rowCount } = await client.query(
            `WITH published AS (
               INSERT INTO history_roots (size, root, at) VALUES ($1, $2, clock_timestamp())
               ON CONFLICT DO NOTHING RETURNING size)
             INSERT INTO history_root_mails (size) SELECT size FROM published`,
            [size, root],
          );
          return rowCount === 1 ? { size, root } : undefined;
        });
      } catch (error) {
        if (isUniqueViolation(error)) return undefined;
        throw error;
      }
    },
  };
};
export type HistoryTree = ReturnType<typeof createHistoryTree>;
