import type { InputOf, routes } from '@qr-attendance/contracts';
import { sessionAuditEntryAdded } from '@qr-attendance/contracts/events';
import {
  addAuditEntry,
  type AuditPosition,
  createEvent,
  findAuditEntries,
  toAuditEntry,
} from '@qr-attendance/messaging';
import type { Model } from 'mongoose';
import type { AuditDocument } from '../../db/audit-model.ts';

type Filters = Pick<
  InputOf<typeof routes.session.listClassAudit, 'query'>,
  'personId' | 'action' | 'from' | 'to'
>;
export const auditEventOf = (document: AuditDocument) =>
  createEvent(sessionAuditEntryAdded, document._id.toHexString(), toAuditEntry(document));

/**
 * Writes an entry right after the change: a crash in between loses the entry, never the change, whose
 * document contains its author, too.
 */
export const createAuditLog = (model: Model<AuditDocument>, clock: () => Date, committed: () => void) => ({
  write: (entry: Omit<AuditDocument, '_id' | 'at' | 'version' | 'outbox'>): Promise<void> =>
    addAuditEntry({ model, eventOf: auditEventOf, committed }, entry, clock()),
  list: (
    limit: number,
    before: AuditPosition | undefined,
    { personId, action, from, to }: Filters,
  ): Promise<AuditDocument[]> =>
    findAuditEntries(model, limit, { before, from, to }, [
      ...(personId ? [{ by: personId }] : []),
      ...(action ? [{ action }] : []),
    ]),
});
export type AuditLog = ReturnType<typeof createAuditLog>;
