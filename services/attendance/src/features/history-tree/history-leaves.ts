import type { PoolClient } from 'pg';
import { exactMoment } from '../../db/sql.ts';
import {
  createCommitment,
  hashText,
  type HistoryLine,
  newSalt,
  type CommitmentOpening,
} from './rules/commitment.ts';
import { hashLeaf } from './rules/merkle-tree.ts';
import { keepNodes } from './tree-nodes.ts';

export const AUDIT_LINE_COLUMNS = `
  a.id, a.session_id AS "sessionId", a.course_id AS "courseId", a.student_id AS "studentId", ${exactMoment('a.at')} AS at,
  ${exactMoment('a.written_at')} AS "writtenAt", a.action, a.actor_id AS "actorId", a.from_status AS "fromStatus",
  a.to_status AS "toStatus", a.details::text AS details`;

const BATCH = 2_000;
/**
 * Entries committed later than this after they were written are not added, so inserted old entries are
 * detected. Statements here take milliseconds.
 */
export const MAX_COMMIT_DELAY_HOURS = 1;

const nextLines = (isFirst: boolean): string => `
  SELECT ${AUDIT_LINE_COLUMNS}, t.text, coalesce(p.erased, false) AS erased
    FROM audit_log a
    LEFT JOIN people p ON p.id = a.student_id
    LEFT JOIN audit_texts t ON t.audit_id = a.id
   WHERE a.id > $1 AND NOT EXISTS (SELECT FROM history_leaves l WHERE l.line_id = a.id)
     ${
       isFirst
         ? ''
         : `AND a.written_at >= (SELECT max(at) FROM history_roots) - interval '${MAX_COMMIT_DELAY_HOURS} hours'`
     }
   ORDER BY a.id LIMIT ${BATCH}`;
type NextRow = HistoryLine & { text: string | null; erased: boolean };
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const INSERT = `
  WITH given AS (
    SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::uuid[], $5::bytea[], $6::bytea[])
               AS g (number, line_id, hash, student_id, salt, text_hash)
  ), leaves AS (
    INSERT INTO history_leaves (number, line_id, hash) SELECT number, line_id, hash FROM given
  )
  INSERT INTO history_openings (line_id, salt, student_id, text_hash)
  SELECT line_id, salt, student_id, text_hash FROM given WHERE salt IS NOT NULL`;

const openingOf = ({ text }: NextRow): CommitmentOpening => {
  const salt = newSalt();
  return { salt, textHash: text === null ? null : hashText(salt, text) };
};

export const currentSize = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query<{ size: number }>(
    'SELECT coalesce(max(number) + 1, 0)::int AS size FROM history_leaves',
  );
  return rows[0]?.size ?? 0;
};

/**
 * Adds the next entries within a transaction. If two replicas use the same numbers, one fails and changes
 * nothing.
 * @returns the id of the last entry added; undefined if none was left
 */
export const appendBatch = async (
  client: PoolClient,
  isFirst: boolean,
  after: string,
): Promise<string | undefined> => {
  const before = await currentSize(client);
  const { rows } = await client.query<NextRow>(nextLines(isFirst), [after]);
  if (rows.length === 0) return undefined;
  const leaves = rows.map((row, index) => ({ row, number: before + index, opening: openingOf(row) }));
  await client.query(INSERT, [
    leaves.map(({ number }) => number),
    leaves.map(({ row }) => row.id),
    leaves.map(({ row, opening }) => hashLeaf(createCommitment(row, opening).entry)),
    leaves.map(({ row }) => row.studentId),
    // The salt of an erased person is never stored.
    leaves.map(({ row, opening }) => (row.erased ? null : opening.salt)),
    leaves.map(({ opening }) => opening.textHash),
  ]);
  await keepNodes(client, before, before + leaves.length);
  return rows.at(-1)?.id;
};
