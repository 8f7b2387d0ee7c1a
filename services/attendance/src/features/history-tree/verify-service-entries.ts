import { isDeepStrictEqual } from 'node:util';
import { BEFORE_ALL_ENTRIES, objectIdSchema, type StoredEntry } from '@qr-attendance/contracts';
import type { PoolClient } from 'pg';
import { type AuditingService, copyOf, type EntryCopy } from '../../core/audit/service-entries.ts';
import { MAX_COMMIT_DELAY_HOURS } from './history-leaves.ts';

export type ReadEntries = (after: string) => Promise<StoredEntry[]>;
export type EntryReaders = Partial<Record<AuditingService, ReadEntries>>;

interface EntryFinding {
  kind: 'entry_edited' | 'entry_deleted' | 'entry_inserted';
  about: string;
}

const GRACE_MS = MAX_COMMIT_DELAY_HOURS * 3_600_000;

/** Reads the copies of entries. They are leaves of the audit log's tree, which proves that they are unchanged. */
const readCopies = async (client: PoolClient, service: AuditingService): Promise<Map<string, EntryCopy>> => {
  const { rows } = await client.query<{ details: EntryCopy }>(
    `SELECT details FROM audit_log WHERE action = 'service_entry' AND details ->> 'service' = $1`,
    [service],
  );
  return new Map(rows.map(({ details }) => [details.id, details]));
};

/** The event about a new entry may not have arrived yet. */
const isNew = ({ at }: StoredEntry): boolean => Math.abs(Date.now() - Date.parse(at)) < GRACE_MS;

export const verifyServiceEntries = async (
  client: PoolClient,
  service: AuditingService,
  read: ReadEntries,
): Promise<EntryFinding[]> => {
  const findings: EntryFinding[] = [];
  const copies = await readCopies(client, service);
  let after: string | undefined = BEFORE_ALL_ENTRIES;
  while (after !== undefined) {
    const page: StoredEntry[] = await read(after);
    for (const stored of page) {
      const about = `${service} ${stored.id}`;
      const copy = copies.get(stored.id);
      copies.delete(stored.id);
      if (copy === undefined) {
        if (!isNew(stored)) findings.push({ kind: 'entry_inserted', about });
      } else if (!isDeepStrictEqual(copy, copyOf(service, stored)))
        findings.push({ kind: 'entry_edited', about });
    }
    after = page.map(({ id }) => id).findLast((id) => objectIdSchema.safeParse(id).success);
  }
  for (const id of copies.keys()) findings.push({ kind: 'entry_deleted', about: `${service} ${id}` });
  return findings;
};

/**
 * Lists entries that were published long after the time they state, because of an outage or a manual edit.
 */
export const listLateEntries = async (client: PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ about: string }>(
    `SELECT (details ->> 'service') || ' ' || (details ->> 'id') AS about FROM audit_log
      WHERE action = 'service_entry' AND at < written_at - interval '${MAX_COMMIT_DELAY_HOURS} hours' ORDER BY written_at DESC`,
  );
  return rows.map(({ about }) => about);
};
