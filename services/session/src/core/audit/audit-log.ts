import type { InputOf, routes } from '@qr-attendance/contracts';
import { sessionAuditEntryAdded } from '@qr-attendance/contracts/events';
import { addAuditEntry, createEvent, toAuditEntry } from '@qr-attendance/messaging';
import type { Model, QueryFilter } from 'mongoose';
import type { AuditDocument } from '../../db/audit-model.ts';

type Filters = Pick<
  InputOf<typeof routes.session.listClassAudit, 'query'>,
  'personId' | 'action' | 'from' | 'to'
>;
interface Position {
  at: Date;
  id: string;
}

export const auditEventOf = (document: AuditDocument) =>
  createEvent(sessionAuditEntryAdded, document._id.toHexString(), toAuditEntry(document));

/**
 * Writes an entry right after the change: a crash in between loses the entry, never the change, whose
 * document contains its author, too.
 */
export const createAuditLog = (model: Model<AuditDocument>, clock: () => Date, committed: () => void) => ({
  write: (entry: Omit<AuditDocument, '_id' | 'at' | 'version' | 'outbox'>): Promise<void> =>
    addAuditEntry({ model, eventOf: auditEventOf, committed }, entry, clock()),
  list: async (
    limit: number,
    before: Position | undefined,
    { personId, action, from, to }: Filters,
  ): Promise<AuditDocument[]> => {
    const conditions: QueryFilter<AuditDocument>[] = [
      ...(personId ? [{ by: personId }] : []),
      ...(action ? [{ action }] : []),
      ...(from ? [{ at: { $gte: new Date(from) } }] : []),
      ...(to ? [{ at: { $lte: new Date(to) } }] : []),
      ...(before
        ? [{ at: { $lte: before.at }, $or: [{ at: { $lt: before.at } }, { _id: { $lt: before.id } }] }]
        : []),
    ];
    return model
      .find(conditions.length > 0 ? ({ $and: conditions } as QueryFilter<AuditDocument>) : {})
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean<AuditDocument[]>();
  },
});
export type AuditLog = ReturnType<typeof createAuditLog>;
