import type { Pool, PoolClient } from 'pg';
import { LATEST_COMMIT_HOURS } from './history-leaves.ts';
import { factsOf, LINE, type LineRow } from './history-lines.ts';
import { commit, hashText, type Opening } from './rules/commitment.ts';
import { createFrontier, hashLeaf, type TreeHead } from './rules/merkle-tree.ts';

/** What only somebody can have done who writes into the database by hand, or a fault of ours. */
export type FindingKind =
  | 'root_differs'
  | 'tree_too_small'
  | 'leaf_missing'
  | 'line_deleted'
  | 'line_edited'
  | 'line_inserted'
  | 'line_backdated'
  | 'text_edited'
  | 'salt_deleted'
  | 'mark_edited'
  | 'mark_deleted'
  | 'mark_inserted';
export interface Finding {
  kind: FindingKind;
  /** What it is about: the id of a line or of a mark, the size of a tree, the number of a leaf. */
  about: string;
}
export interface Verification {
  /** Leaves, and so lines, that were looked at. */
  leaves: number;
  /** Leaves of people who were erased: these are in the tree, but say nothing any more. */
  erased: number;
  /** Roots the tree was compared with: those in the database, and those that were given. */
  published: number;
  given: number;
  findings: Finding[];
}

const PAGE = 5_000;
const GRACE_MS = LATEST_COMMIT_HOURS * 3_600_000;

const LEAVES = `
  SELECT l.number, l.line_id AS "leafLine", l.hash, ${LINE}, o.salt, o.text_hash AS "textHash", ${factsOf('o')},
         t.text, m.id IS NOT NULL AS "markThere", coalesce(p.erased, false) AS erased,
         m.id IS NULL OR o.line_id IS NULL
           OR (m.session_id, m.student_id) = (o.session_id, o.student_id) AND m.marked_at = o.marked_at AS "markSame"
    FROM history_leaves l
    LEFT JOIN mark_audit a ON a.id = l.line_id
    LEFT JOIN history_openings o ON o.line_id = l.line_id
    LEFT JOIN mark_audit_texts t ON t.audit_id = l.line_id
    LEFT JOIN marks m ON m.id = a.mark_id
    LEFT JOIN people p ON p.id = m.student_id
   WHERE l.number >= $1 ORDER BY l.number LIMIT ${PAGE}`;
type LeafRow = { [Key in keyof LineRow]: LineRow[Key] | null } & {
  number: string;
  leafLine: string;
  hash: Buffer;
  salt: Buffer | null;
  textHash: Buffer | null;
  text: string | null;
  markThere: boolean;
  erased: boolean;
  markSame: boolean | null;
};
/** A leaf whose line and salt are there. */
type Openable = LeafRow & LineRow & Opening;

/** Lines that no tree has, and that were not written since the last one. */
const STRAY_LINES = `
  SELECT a.id FROM mark_audit a
   WHERE (a.written_at IS NULL
          OR a.written_at < (SELECT max(at) FROM history_roots) - interval '${LATEST_COMMIT_HOURS} hours')
     AND EXISTS (SELECT FROM history_roots) AND NOT EXISTS (SELECT FROM history_leaves l WHERE l.line_id = a.id)`;
const NEWEST_FIRST = 'coalesce(a.written_at, a.at) DESC, a.at DESC';
/** Marks that their history says nothing of, or whose last line says another status. */
const MARKS = `
  SELECT m.id, said.statuses IS NULL AS "isInserted"
    FROM marks m
    LEFT JOIN LATERAL (
      SELECT array_agg(to_status) AS statuses FROM (
        SELECT a.to_status, rank() OVER (ORDER BY ${NEWEST_FIRST}) AS place
          FROM mark_audit a WHERE a.mark_id = m.id AND a.to_status IS NOT NULL) AS line
       WHERE place = 1) AS said ON true
   WHERE said.statuses IS NULL OR m.status <> ALL(said.statuses)`;
/** Marks that have a history, are not there, and were not withdrawn. */
const DELETED_MARKS = `
  SELECT mark_id AS id FROM (
    SELECT DISTINCT ON (a.mark_id) a.mark_id, a.action, a.cause, a.to_status FROM mark_audit a
     WHERE NOT EXISTS (SELECT FROM marks m WHERE m.id = a.mark_id)
     ORDER BY a.mark_id, ${NEWEST_FIRST}) AS last
   WHERE NOT (cause IS NOT DISTINCT FROM 'withdrawn' OR action = 'undone' AND to_status IS NULL)`;

const isOpenable = (row: LeafRow): row is Openable => row.id !== null && row.salt !== null;

/** What a leaf says of its line, and that of its mark. */
const compareLine = (row: LeafRow): FindingKind[] => {
  if (row.id === null) return ['line_deleted'];
  if (!isOpenable(row)) return row.markThere && !row.erased ? ['salt_deleted'] : [];
  const kinds: FindingKind[] = [];
  if (!hashLeaf(commit(row, row).entry).equals(row.hash)) kinds.push('line_edited');
  const text = row.text === null ? null : hashText(row.salt, row.text);
  // Of a mark that was withdrawn the words are deleted.
  const isSameText = text === null ? row.textHash === null || !row.markThere : row.textHash?.equals(text);
  if (!isSameText) kinds.push('text_edited');
  if (row.markSame !== true) kinds.push('mark_edited');
  return kinds;
};

/** Whether a line was written at a time when its leaf can have come into the tree, and is dated by then. */
const compareTime = ({ at, writtenAt, action }: LineRow, treeBefore: Date | undefined): FindingKind[] => {
  // The first tree takes in what was there.
  if (!treeBefore) return [];
  if (writtenAt === null || Date.parse(writtenAt) < treeBefore.getTime() - GRACE_MS) return ['line_inserted'];
  // Absences are dated by the end of the class, and may be written after an outage.
  const isDated = action === 'absent_at_end' || Date.parse(at) >= Date.parse(writtenAt) - GRACE_MS;
  return isDated ? [] : ['line_backdated'];
};

type Published = TreeHead & { at: Date };
const readRoots = async (client: PoolClient): Promise<Published[]> => {
  const { rows } = await client.query<{ size: string; root: Buffer; at: Date }>(
    'SELECT size, root, at FROM history_roots ORDER BY size',
  );
  return rows.map(({ size, root, at }) => ({ size: Number(size), root, at }));
};

/** Reads the whole tree once, leaf by leaf, and compares it with lines, marks and roots. */
const verifyLeaves = async (
  client: PoolClient,
  published: Published[],
  given: TreeHead[],
): Promise<Pick<Verification, 'leaves' | 'erased' | 'findings'>> => {
  const findings: Finding[] = [];
  const frontier = createFrontier();
  const roots = [...published, ...given];
  let erased = 0;
  let trees = 0;
  for (let next = 0; ;) {
    const { rows } = await client.query<LeafRow>(LEAVES, [next]);
    for (const row of rows) {
      const number = Number(row.number);
      if (number !== next) findings.push({ kind: 'leaf_missing', about: String(next) });
      next = number + 1;
      while ((published[trees]?.size ?? Infinity) <= number) trees += 1;
      const kinds = [
        ...compareLine(row),
        ...(row.id === null ? [] : compareTime(row as LineRow, published[trees - 1]?.at)),
      ];
      if (row.id !== null && row.salt === null) erased += 1;
      for (const kind of kinds)
        findings.push({ kind, about: (kind === 'mark_edited' && row.markId) || row.leafLine });
      frontier.push(row.hash);
      for (const { size, root } of roots)
        if (size === next && !root.equals(frontier.root()))
          findings.push({ kind: 'root_differs', about: String(size) });
    }
    if (rows.length < PAGE) break;
  }
  for (const { size } of roots)
    if (size > frontier.size()) findings.push({ kind: 'tree_too_small', about: String(size) });
  return { leaves: frontier.size(), erased, findings };
};

/**
 * Compares the history of marks with its tree, the marks with their history, and the tree with the roots that were
 * published and those `given`, which somebody kept elsewhere. Reads one state of the database, and changes nothing.
 */
export const verifyHistory = async (pool: Pool, given: TreeHead[] = []): Promise<Verification> => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const published = await readRoots(client);
    const { leaves, erased, findings } = await verifyLeaves(client, published, given);
    const ids = async (sql: string) => (await client.query<{ id: string; isInserted?: boolean }>(sql)).rows;
    for (const { id } of await ids(STRAY_LINES)) findings.push({ kind: 'line_inserted', about: id });
    for (const { id, isInserted } of await ids(MARKS))
      findings.push({ kind: isInserted ? 'mark_inserted' : 'mark_edited', about: id });
    for (const { id } of await ids(DELETED_MARKS)) findings.push({ kind: 'mark_deleted', about: id });
    return { leaves, erased, published: published.length, given: given.length, findings };
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
};
