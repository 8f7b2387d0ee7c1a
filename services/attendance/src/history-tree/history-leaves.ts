import type { PoolClient } from 'pg';
import { commit, hashText, type HistoryLine, newSalt, type Opening } from './rules/commitment.ts';
import { hashLeaf } from './rules/merkle-tree.ts';
import { keepNodes } from './tree-nodes.ts';

const moment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const LINE = `
  a.id, a.session_id AS "sessionId", a.course_id AS "courseId", a.student_id AS "studentId", ${moment('a.at')} AS at,
  ${moment('a.written_at')} AS "writtenAt", a.action, a.actor_id AS "actorId", a.from_status AS "fromStatus",
  a.to_status AS "toStatus", a.details::text AS details`;

const BATCH = 2_000;
/**
 * A line committed later than this after it was written is not added any more, so that inserted older lines are
 * recognized. Statements here take milliseconds.
 */
export const LATEST_COMMIT_HOURS = 1;

const nextLines = (isFirst: boolean): string => `
  SELECT ${LINE}, t.text, coalesce(p.erased, false) AS erased
    FROM audit_log a
    LEFT JOIN people p ON p.id = a.student_id
    LEFT JOIN audit_texts t ON t.audit_id = a.id
   WHERE a.id > $1 AND NOT EXISTS (SELECT FROM history_leaves l WHERE l.line_id = a.id)
     ${
       isFirst
         ? ''
         : `AND a.written_at >= (SELECT max(at) FROM history_roots) - interval '${LATEST_COMMIT_HOURS} hours'`
     }
   ORDER BY a.id LIMIT ${BATCH}`;
type NextRow = HistoryLine & { text: string | null; erased: boolean };
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Leaf {
  number: number;
  lineId: string;
  studentId: string | null;
  hash: Buffer;
  opening: Opening | undefined;
}

const leafOf = (number: number, row: NextRow): Leaf => {
  const salt = newSalt();
  const opening: Opening = { salt, textHash: row.text === null ? null : hashText(salt, row.text) };
  // The salt of an erased person is never stored.
  return {
    number,
    lineId: row.id,
    studentId: row.studentId,
    hash: hashLeaf(commit(row, opening).entry),
    opening: row.erased ? undefined : opening,
  };
};

const insertLeaves = async (client: PoolClient, leaves: Leaf[]): Promise<void> => {
  await client.query(
    `INSERT INTO history_leaves (number, line_id, hash) SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::bytea[])`,
    [leaves.map(({ number }) => number), leaves.map(({ lineId }) => lineId), leaves.map(({ hash }) => hash)],
  );
  const kept = leaves.flatMap(({ opening, ...leaf }) => (opening ? [{ ...leaf, opening }] : []));
  await client.query(
    `INSERT INTO history_openings (line_id, salt, student_id, text_hash)
     SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::uuid[], $4::bytea[])`,
    [
      kept.map(({ lineId }) => lineId),
      kept.map(({ opening }) => opening.salt),
      kept.map(({ studentId }) => studentId),
      kept.map(({ opening }) => opening.textHash),
    ],
  );
};

export const sizeNow = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query<{ size: string }>(
    'SELECT coalesce(max(number) + 1, 0) AS size FROM history_leaves',
  );
  return Number(rows[0]?.size ?? 0);
};

/**
 * Adds the next lines within a transaction. Of two replicas that use the same numbers, one fails and changes nothing.
 * @returns the id of the last line added; undefined where none was left
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
