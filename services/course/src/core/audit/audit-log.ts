import type { InputOf, routes } from '@qr-attendance/contracts';
import { courseAuditEntryAdded } from '@qr-attendance/contracts/events';
import {
  addAuditEntry,
  type AuditPosition,
  createEvent,
  findAuditEntries,
  toAuditEntry,
} from '@qr-attendance/messaging';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import type { AuditDocument } from '../../db/audit-model.ts';

export type NewAuditEntry = Omit<AuditDocument, '_id' | 'at' | 'version' | 'outbox'>;
interface AuditOptions {
  /** The id of an object that the request creates only once, even if it is repeated. */
  createdId?: string | undefined;
  /** The owner of the course, or the staff of the unit, before the change. */
  responsible?: string[];
}

export const auditEventOf = (document: AuditDocument) =>
  createEvent(courseAuditEntryAdded, document._id.toHexString(), toAuditEntry(document));

type Filters = Pick<
  InputOf<typeof routes.course.listCourseAudit, 'query'>,
  'personId' | 'action' | 'courseId' | 'unitId' | 'from' | 'to'
> & {
  /** Undefined for all units. */
  unitIds: string[] | undefined;
};

/**
 * Writes an entry right after the change: a crash in between loses the entry, never the change, whose
 * document contains its author, too.
 */
export const createAuditLog = (model: Model<AuditDocument>, clock: () => Date, committed: () => void) => ({
  write: async (entry: NewAuditEntry, { createdId }: AuditOptions = {}): Promise<void> => {
    const adding = addAuditEntry({ model, eventOf: auditEventOf, committed }, entry, clock(), createdId);
    await adding.catch((error: unknown) => {
      if (createdId === undefined || !isDuplicateKey(error)) throw error;
    });
  },
  list: (
    limit: number,
    before: AuditPosition | undefined,
    { personId, action, courseId, unitId, from, to, unitIds }: Filters,
  ): Promise<AuditDocument[]> =>
    findAuditEntries(model, limit, { before, from, to }, [
      ...(unitIds ? [{ unitId: { $in: unitIds } }] : []),
      ...(unitId ? [{ unitId }] : []),
      ...(courseId ? [{ objectId: courseId }] : []),
      ...(action ? [{ action }] : []),
      ...(personId ? [{ $or: [{ by: personId }, { userId: personId }] }] : []),
    ]),
});
export type AuditLog = ReturnType<typeof createAuditLog>;
