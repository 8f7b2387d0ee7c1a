import { type HistoryProof, routes } from '@qr-attendance/contracts';
import { implement, type Implementation, invalid, notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { parseRecordId, type RecordKey } from '../../core/records/record-id.ts';
import { AUDIT_LINE_COLUMNS } from './history-leaves.ts';
import { listRoots, proveRoots } from './history-tree.ts';
import { createCommitment, type HistoryLine } from './rules/commitment.ts';
import { EMPTY_ROOT, proveInclusion } from './rules/merkle-tree.ts';
import { storedNodes } from './tree-nodes.ts';

type Row = HistoryLine & { number: number; salt: Buffer; textHash: Buffer | null };

/** @returns undefined for another person's record, or a record without history */
const proveHistory = async (
  pool: Pool,
  { sessionId, studentId: ownerId }: RecordKey,
  studentId: string,
): Promise<HistoryProof | undefined> => {
  if (ownerId !== studentId) return undefined;
  const own = await pool.query('SELECT FROM audit_log WHERE session_id = $1 AND student_id = $2 LIMIT 1', [
    sessionId,
    studentId,
  ]);
  if (own.rowCount === 0) return undefined;
  const newest = await pool.query<Omit<HistoryProof, 'lines'>>(
    `SELECT size::int, encode(root, 'hex') AS root FROM history_roots ORDER BY size DESC LIMIT 1`,
  );
  const [tree = { size: 0, root: EMPTY_ROOT.toString('hex') }] = newest.rows;
  const { rows } = await pool.query<Row>(
    `SELECT ${AUDIT_LINE_COLUMNS}, l.number::int, o.salt, o.text_hash AS "textHash"
       FROM audit_log a JOIN history_leaves l ON l.line_id = a.id JOIN history_openings o ON o.line_id = a.id
      WHERE a.session_id = $1 AND a.student_id = $2 AND l.number < $3 ORDER BY l.number`,
    [sessionId, studentId, tree.size],
  );
  const source = storedNodes(pool);
  const proofOf = async (row: Row) => ({
    number: row.number,
    salt: row.salt.toString('hex'),
    committed: createCommitment(row, row).committed,
    path: (await proveInclusion(source, row.number, tree.size)).map((hash) => hash.toString('hex')),
  });
  return { ...tree, lines: await Promise.all(rows.map(proofOf)) };
};

export const historyTreeRoutes = ({ pool }: { pool: Pool }): Implementation[] => [
  implement(routes.attendance.listHistoryRoots, ({ query }) => listRoots(pool, query.below)),
  implement(routes.attendance.proveHistoryConsistency, async ({ query: { from, to } }) => {
    if (from > to) throw invalid('invalid_request', 'The tree “from” must not be larger than “to”.');
    const proof = await proveRoots(pool, from, to);
    if (!proof) throw notFound('Tree');
    return { proof: proof.map((hash) => hash.toString('hex')) };
  }),
  implement(routes.attendance.proveMarkHistory, async ({ caller, params }) => {
    const proof = await proveHistory(pool, parseRecordId(params.id), caller.id);
    if (!proof) throw notFound('Mark');
    return proof;
  }),
];
