import type { PoolClient } from 'pg';
import { factsOf, LINE, type LineRow } from './history-lines.ts';
import { commit, hashText, newSalt, type Opening } from './rules/commitment.ts';
import { hashLeaf } from './rules/merkle-tree.ts';
import { keepNodes } from './tree-nodes.ts';

/** Lines taken in at a time. */
const BATCH = 2_000;
/**
 * A line that commits so much later than it was written is not taken in any more: whatever is older than the last tree by
 * this was put there by somebody else. Statements here take milliseconds.
 */
export const LATEST_COMMIT_HOURS = 1;

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
/** Below that of every line. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

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

/** How many leaves the tree has by now. */
export const sizeNow = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query<{ size: string }>(
    'SELECT coalesce(max(number) + 1, 0) AS size FROM history_leaves',
  );
  return Number(rows[0]?.size ?? 0);
};

/**
 * Takes the next lines in, within a transaction. Their numbers are taken once: of two replicas one fails, and changes nothing.
 * @param isFirst no tree was published yet
 * @param after the id of the line that was taken in last
 * @returns that of the last line now; undefined where none was left
 */
export const appendNext = async (
  client: PoolClient,
  isFirst: boolean,
  after: string,
): Promise<string | undefined> => {
  const before = await sizeNow(client);
  const { rows } = await client.query<NextRow>(nextLines(isFirst), [after]);
  if (rows.length === 0) return undefined;
  const leaves = rows.map((row, index) => leafOf(before + index, row));
  await insertLeaves(client, leaves);
  await keepNodes(client, before, before + leaves.length);
  return leaves.at(-1)?.lineId;
};
