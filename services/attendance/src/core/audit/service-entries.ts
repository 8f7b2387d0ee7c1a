import type { StoredEntry } from '@qr-attendance/contracts';
import type { AuditEntryAdded } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';

/** Services with their own audit log in MongoDB, which has no append-only collections. */
export const auditingServices = ['course', 'session'] as const;
export type AuditingService = (typeof auditingServices)[number];

export const copyOf = (service: AuditingService, { id, at, entry }: StoredEntry) => ({
  service,
  id,
  at,
  entry,
});
export type EntryCopy = ReturnType<typeof copyOf>;

/** Keeps the first version of each entry; later versions change nothing. */
export const createSaveServiceEntry =
  (pool: Pool) =>
  async (service: AuditingService, added: AuditEntryAdded): Promise<void> => {
    await pool.query(
      `INSERT INTO audit_log (id, at, action, details)
       VALUES (md5($1 || ' ' || $2)::uuid, $3, 'service_entry', $4) ON CONFLICT DO NOTHING`,
      [service, added.id, added.at, copyOf(service, added)],
    );
  };
