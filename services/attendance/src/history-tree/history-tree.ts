import type { Pool, PoolClient } from 'pg';
import { factsOf, LINE, type LineRow } from './history-lines.ts';
import { commit, hashText, newSalt, type Opening } from './rules/commitment.ts';
import { hashLeaf, proveConsistency, rootOf, type TreeHead } from './rules/merkle-tree.ts';
import { keepNodes, type Queries, storedNodes } from './tree-nodes.ts';

/** Lines taken in at a time. */
const BATCH = 2_000;
/**
 * A line that commits so much later than it was written is not taken in any more: whatever is older than the last tree by
 * this was put there by somebody else. Statements here take milliseconds.
 */
export const LATEST_COMMIT_HOURS = 1;

/** A tree that was published, and when. */
export interface PublishedRoot extends TreeHead {
  at: Date;
}
/** Roots listed at a time. */
const ROOTS_PAGE = 100;

const UNIQUE_VIOLATION = '23505';
const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

/** Lines that are in no tree yet. Before the first tree all are; then those that were written since the last. */
const nextLines = (isFirst: boolean): string => `
  SELECT ${LINE}, ${factsOf('m')}, w.session_id AS "withdrawnSession", w.student_id AS "withdrawnStudent", t.text,
         coalesce(p.erased, false) AS erased
    FROM mark_audit a
    LEFT JOIN marks m ON m.id = a.mark_id
    LEFT JOIN withdrawn_marks w ON w.id = a.mark_id
    LEFT JOIN people p ON p.id = coalesce(m.student_id, w.student_id)
    LEFT JOIN mark_audit_texts t ON t.audit_id = a.id
   WHERE a.id > $1 AND NOT EXISTS (SELECT FROM history_leaves l WHERE l.line_id = a.id)
     ${
       isFirst
         ? ''
         : `AND a.written_at >= (SELECT max(at) FROM history_roots) - interval '${LATEST_COMMIT_HOURS} hours'`
     }
   ORDER BY a.id LIMIT ${BATCH}`;
type NextRow = LineRow & {
  withdrawnSession: string | null;
  withdrawnStudent: string | null;
  text: string | null;
  erased: boolean;
};
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Leaf {
  number: number;
  lineId: string;
  hash: Buffer;
  opening: Opening | undefined;
}

const leafOf = (number: number, row: NextRow): Leaf => {
  const salt = newSalt();
  const opening: Opening = {
    salt,
    sessionId: row.sessionId ?? row.withdrawnSession,
    studentId: row.studentId ?? row.withdrawnStudent,
    markedAt: row.markedAt,
    textHash: row.text === null ? null : hashText(salt, row.text),
  };
  // Of somebody who is no more the salt is never kept.
  return {
    number,
    lineId: row.id,
    hash: hashLeaf(commit(row, opening).entry),
    opening: row.erased ? undefined : opening,
  };
};

const insertLeaves = async (client: PoolClient, leaves: Leaf[]): Promise<void> => {
  await client.query(
    `INSERT INTO history_leaves (number, line_id, hash) SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::bytea[])`,
    [leaves.map(({ number }) => number), leaves.map(({ lineId }) => lineId), leaves.map(({ hash }) => hash)],
  );
  const kept = leaves.flatMap(({ lineId, opening }) => (opening ? [{ lineId, opening }] : []));
  await client.query(
    `INSERT INTO history_openings (line_id, salt, session_id, student_id, marked_at, text_hash)
     SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::text[], $4::uuid[], $5::timestamptz[], $6::bytea[])`,
    [
      kept.map(({ lineId }) => lineId),
      kept.map(({ opening }) => opening.salt),
      kept.map(({ opening }) => opening.sessionId),
      kept.map(({ opening }) => opening.studentId),
      kept.map(({ opening }) => opening.markedAt),
      kept.map(({ opening }) => opening.textHash),
    ],
  );
};

/**
 * The history of marks as a Merkle tree.
 * @param unhurriedPool grows it: the first time over years of lines
 */
export const makeHistoryTree = (pool: Pool, unhurriedPool = pool) => {
  const inTransaction = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await unhurriedPool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  };
  const sizeNow = async (database: Queries): Promise<number> => {
    const { rows } = await database.query<{ size: string }>(
      'SELECT coalesce(max(number) + 1, 0) AS size FROM history_leaves',
    );
    return Number(rows[0]?.size ?? 0);
  };
  /** Takes in the next lines. Their numbers are taken once: of two replicas one fails, and changes nothing. */
  const append = (isFirst: boolean, after: string): Promise<string | undefined> =>
    inTransaction(async (client) => {
      const before = await sizeNow(client);
      const { rows } = await client.query<NextRow>(nextLines(isFirst), [after]);
      if (rows.length === 0) return undefined;
      const leaves = rows.map((row, index) => leafOf(before + index, row));
      await insertLeaves(client, leaves);
      await keepNodes(client, before, before + leaves.length);
      return leaves.at(-1)?.lineId;
    });
  const appendAll = async (isFirst: boolean): Promise<void> => {
    let after: string | undefined = FIRST_ID;
    while (after !== undefined) after = await append(isFirst, after);
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
    /** Roots that the auditor was not told of yet. */
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
           WHEN EXISTS (SELECT FROM history_roots) THEN EXISTS (SELECT FROM mark_audit WHERE written_at >= (SELECT max(at) FROM history_roots))
           ELSE EXISTS (SELECT FROM mark_audit WHERE written_at IS NULL OR written_at < $1) END AS due`,
        [night],
      );
      return rows[0]?.due === true;
    },
    /**
     * Takes all lines into the tree that are in none, and publishes its root.
     * @returns undefined where nothing was to be taken in, or another replica is at it
     */
    grow: async (): Promise<TreeHead | undefined> => {
      // Of whoever was erased while lines were taken in.
      await unhurriedPool.query(
        'DELETE FROM history_openings o USING people p WHERE p.id = o.student_id AND p.erased',
      );
      const { rows } = await pool.query<{ published: boolean }>(
        'SELECT EXISTS (SELECT FROM history_roots) AS published',
      );
      const isFirst = rows[0]?.published === false;
      try {
        await appendAll(isFirst);
        // Ids are random: what came meanwhile may have one that is behind.
        await appendAll(isFirst);
        return await inTransaction(async (client) => {
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
