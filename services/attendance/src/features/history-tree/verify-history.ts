import type { Pool, PoolClient } from 'pg';
import { auditingServices } from '../../core/audit/service-entries.ts';
import { inTransaction } from '../../db/database.ts';
import type { Finding, FindingKind, Verification } from './describe-verification.ts';
import { MAX_COMMIT_DELAY_HOURS, AUDIT_LINE_COLUMNS } from './history-leaves.ts';
import { type EntryReaders, listLateEntries, verifyServiceEntries } from './verify-service-entries.ts';
import { createCommitment, hashText, type HistoryLine, type CommitmentOpening } from './rules/commitment.ts';
import { createFrontier, hashLeaf, type TreeHead } from './rules/merkle-tree.ts';

const PAGE = 5_000;
const GRACE_MS = MAX_COMMIT_DELAY_HOURS * 3_600_000;

const LEAVES = `
  SELECT l.number::int, l.line_id AS "leafLine", l.hash, ${AUDIT_LINE_COLUMNS}, o.salt, o.text_hash AS "textHash", t.text,
         coalesce(p.erased, false) AS erased
    FROM history_leaves l
    LEFT JOIN audit_log a ON a.id = l.line_id
    LEFT JOIN history_openings o ON o.line_id = l.line_id
    LEFT JOIN audit_texts t ON t.audit_id = l.line_id
    LEFT JOIN people p ON p.id = a.student_id
   WHERE l.number >= $1 ORDER BY l.number LIMIT ${PAGE}`;
type LeafRow = { [Key in keyof HistoryLine]: HistoryLine[Key] | null } & {
  number: number;
  leafLine: string;
  hash: Buffer;
  salt: Buffer | null;
  textHash: Buffer | null;
  text: string | null;
  erased: boolean;
};
type OpenableRow = LeafRow & HistoryLine & CommitmentOpening;

const STRAY_LINES = `
  SELECT a.id FROM audit_log a
   WHERE a.written_at < (SELECT max(at) FROM history_roots) - interval '${MAX_COMMIT_DELAY_HOURS} hours'
     AND EXISTS (SELECT FROM history_roots) AND NOT EXISTS (SELECT FROM history_leaves l WHERE l.line_id = a.id)`;
const DECISIONS = `('marked_by_hand', 'set_on_roster', 'accepted', 'corrected', 'refused', 'undone')`;
const lastOf = (actions: string) => `
  SELECT DISTINCT ON (session_id, student_id) session_id, student_id, to_status, (details ->> 'scannedAt')::timestamptz AS scanned_at
    FROM audit_log WHERE action IN ${actions} ORDER BY session_id, student_id, written_at DESC`;
const FACTS = `
  SELECT session_id || '-' || student_id AS about,
         CASE WHEN l.session_id IS NULL THEN 'mark_inserted' WHEN c.session_id IS NULL THEN 'mark_deleted' ELSE 'mark_edited' END AS kind
    FROM scans c FULL JOIN (${lastOf(`('marked')`)}) AS l USING (session_id, student_id)
   WHERE c.scanned_at IS DISTINCT FROM l.scanned_at
   UNION ALL
  SELECT session_id || '-' || student_id,
         CASE WHEN l.session_id IS NULL THEN 'mark_inserted' WHEN d.session_id IS NULL THEN 'mark_deleted' ELSE 'mark_edited' END
    FROM decisions d FULL JOIN (${lastOf(DECISIONS)}) AS l USING (session_id, student_id)
   WHERE l.session_id IS NULL OR d.session_id IS NULL OR d.status IS DISTINCT FROM l.to_status
   UNION ALL
  SELECT m.course_id || ' ' || m.student_id, 'membership_edited'
    FROM members m LEFT JOIN LATERAL (
      SELECT details FROM audit_log l WHERE l.action = 'membership_changed' AND l.course_id = m.course_id
         AND l.student_id = m.student_id ORDER BY written_at DESC LIMIT 1) AS l ON true
   WHERE m.periods IS DISTINCT FROM l.details
   UNION ALL
  SELECT r.session_id || ' ' || r.number, 'session_edited' FROM session_revisions r
   WHERE NOT EXISTS (SELECT FROM audit_log l WHERE l.session_id = r.session_id AND l.action = 'session_revised'
                        -- Equal moments, because their texts depend on the time zone of the server that wrote them.
                        AND jsonb_populate_record(NULL::session_revisions,
                              l.details || jsonb_build_object('session_id', l.session_id)) IS NOT DISTINCT FROM r)`;

const isOpenable = (row: LeafRow): row is OpenableRow => row.id !== null && row.salt !== null;

const compareLine = (row: LeafRow): FindingKind[] => {
  if (row.id === null) return ['line_deleted'];
  if (!isOpenable(row)) return row.erased ? [] : ['salt_deleted'];
  const kinds: FindingKind[] = [];
  if (!hashLeaf(createCommitment(row, row).entry).equals(row.hash)) kinds.push('line_edited');
  const text = row.text === null ? null : hashText(row.salt, row.text);
  const isSameText = text === null ? row.textHash === null : row.textHash?.equals(text);
  if (!isSameText) kinds.push('text_edited');
  return kinds;
};

const compareTime = ({ at, writtenAt, action }: HistoryLine, treeBefore: Date | undefined): FindingKind[] => {
  // The first tree contains all earlier entries, whatever their dates.
  if (!treeBefore) return [];
  if (Date.parse(writtenAt) < treeBefore.getTime() - GRACE_MS) return ['line_inserted'];
  // Other services and the sessions' revisions state their own times, and may arrive after an outage.
  const isDatedElsewhere = action === 'session_revised' || action === 'service_entry';
  const isDated = isDatedElsewhere || Date.parse(at) >= Date.parse(writtenAt) - GRACE_MS;
  return isDated ? [] : ['line_backdated'];
};

type PublishedHead = TreeHead & { at: Date };

const verifyLeaves = async (
  client: PoolClient,
  published: PublishedHead[],
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
      const { number } = row;
      if (number !== next) findings.push({ kind: 'leaf_missing', about: String(next) });
      next = number + 1;
      while ((published[trees]?.size ?? Infinity) <= number) trees += 1;
      const kinds = [
        ...compareLine(row),
        ...(row.id === null ? [] : compareTime(row as HistoryLine, published[trees - 1]?.at)),
      ];
      if (row.id !== null && row.salt === null) erased += 1;
      for (const kind of kinds) findings.push({ kind, about: row.leafLine });
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
 * Compares three pairs in one snapshot:
 * - the audit log and its tree
 * - the audit log, and the facts with the audit logs of other services
 * - the tree, and the published and `given` roots
 */
export const verifyHistory = (
  pool: Pool,
  given: TreeHead[] = [],
  readers: EntryReaders = {},
): Promise<Verification> =>
  inTransaction(
    pool,
    async (client) => {
      const { rows: published } = await client.query<PublishedHead>(
        'SELECT size::int, root, at FROM history_roots ORDER BY size',
      );
      const { leaves, erased, findings } = await verifyLeaves(client, published, given);
      const stray = await client.query<{ id: string }>(STRAY_LINES);
      for (const { id } of stray.rows) findings.push({ kind: 'line_inserted', about: id });
      findings.push(...(await client.query<Finding>(FACTS)).rows);
      for (const service of auditingServices) {
        const read = readers[service];
        if (read) findings.push(...(await verifyServiceEntries(client, service, read)));
      }
      return {
        leaves,
        erased,
        published: published.length,
        given: given.length,
        unread: auditingServices.filter((service) => !readers[service]),
        late: await listLateEntries(client),
        findings,
      };
    },
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
