import type { Pool } from 'pg';
import { inTransaction } from '../db/database.ts';
import { appendNext, FIRST_ID, LATEST_COMMIT_HOURS, sizeNow } from './history-leaves.ts';
import { proveConsistency, rootOf, type TreeHead } from './rules/merkle-tree.ts';
import { storedNodes } from './tree-nodes.ts';

/** A tree that was published, and when. */
export interface PublishedRoot extends TreeHead {
  at: Date;
}
/** Roots listed at a time. */
const ROOTS_PAGE = 100;

const UNIQUE_VIOLATION = '23505';
const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

/**
 * The history of marks as a Merkle tree.
 * @param register writes the register of the sessions that were settled or changed since a moment into the audit log
 * @param poolWithoutTimeouts grows it: the first time over years of entries
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

  const publishedRoots = async (condition: string, values: unknown[]): Promise<PublishedRoot[]> => {
    const { rows } = await pool.query<{ size: string; root: Buffer; at: Date }>(
      `SELECT size, root, at FROM history_roots WHERE ${condition}`,
      values,
    );
    return rows.map(({ size, root, at }) => ({ size: Number(size), root, at }));
  };

  return {
    /** The newest roots, or those of trees smaller than `below`. */
    listRoots: (below: number | undefined): Promise<PublishedRoot[]> =>
      publishedRoots(`$1::bigint IS NULL OR size < $1 ORDER BY size DESC LIMIT ${ROOTS_PAGE}`, [
        below ?? null,
      ]),
    /** Undefined unless both trees were published. */
    proveConsistency: async (from: number, to: number): Promise<Buffer[] | undefined> => {
      const found = await publishedRoots('size = ANY($1::bigint[])', [[from, to]]);
      if (found.length !== new Set([from, to]).size) return undefined;
      return proveConsistency(storedNodes(pool), from, to);
    },
    /** Roots that were not mailed to the auditor yet. */
    listUnsent: (): Promise<PublishedRoot[]> =>
      publishedRoots('size IN (SELECT size FROM history_root_mails) ORDER BY size', []),
    noteSent: async (size: number): Promise<void> => {
      await pool.query('DELETE FROM history_root_mails WHERE size = $1', [size]);
    },
    /** Whether no tree was made since `night`, and there is something to take in. */
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
    /**
     * Takes all lines into the tree that are in none, and publishes its root.
     * @returns undefined where nothing was to be taken in, or another replica is at it
     */
    grow: async (): Promise<TreeHead | undefined> => {
      // Of students erased while lines were taken in.
      await poolWithoutTimeouts.query(
        'DELETE FROM history_openings o USING people p WHERE p.id = o.student_id AND p.erased',
      );
      const { rows } = await pool.query<{ last: Date | null }>('SELECT max(at) AS last FROM history_roots');
      const last = rows[0]?.last ?? undefined;
      const isFirst = last === undefined;
      try {
        await register(new Date((last?.getTime() ?? 0) - LATEST_COMMIT_HOURS * 3_600_000));
        await appendAll(isFirst);
        // Ids are random: what came meanwhile may have one that is behind.
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
        if (isOvertaken(error)) return undefined;
        throw error;
      }
    },
  };
};
export type HistoryTree = ReturnType<typeof createHistoryTree>;
