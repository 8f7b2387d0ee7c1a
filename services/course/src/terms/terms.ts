import type { CourseAuditAction } from '@qr-attendance/contracts';
import { termChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { DomainError, notFound } from '@qr-attendance/server';
import { DateTime } from 'luxon';
import type { Model } from 'mongoose';
import type { AuditLog } from '../audit/audit-log.ts';
import type { TermDocument } from '../db/campus-models.ts';
import { createRevised, type Revision } from '@qr-attendance/server/mongo';

export interface TermPage {
  limit: number;
  after?: { firstDay: string; id: string } | undefined;
  search?: string | undefined;
}

export const termEventOf = ({
  _id,
  name,
  externalId,
  firstDay,
  lastDay,
  breaks,
  archived,
  deleted,
  version,
}: TermDocument) => {
  const id = _id.toHexString();
  const details = { name, externalId, firstDay, lastDay, breaks };
  return createEvent(termChanged, id, { id, ...details, archived, deleted, version });
};

const TERM_ACTIONS: Record<string, CourseAuditAction> = {
  ...{ created: 'term_created', edited: 'term_edited', deleted: 'term_deleted' },
  ...{ archived: 'term_archived', restored: 'term_restored' },
};

interface Deps {
  clock: () => Date;
  campusTimeZone: string;
  committed: () => void;
  auditLog: AuditLog;
}

export const createTerms = (
  model: Model<TermDocument>,
  { clock, campusTimeZone, committed, auditLog }: Deps,
) => {
  const { create, change, ...revised } = createRevised(model, clock, {
    fieldsOf: (term) => ({ outbox: [termEventOf(term)] }),
  });
  const finish = async <Written extends TermDocument | 'conflict' | undefined>(
    written: Written,
    { by, change: done }: Pick<Revision, 'by' | 'change'>,
  ): Promise<Written> => {
    committed();
    const action = done.startsWith('courses copied') ? 'term_copied' : TERM_ACTIONS[done];
    if (written && written !== 'conflict' && action) {
      const { _id, name } = written;
      await auditLog.write({ by, action, kind: 'term', objectId: _id.toHexString(), name });
    }
    return written;
  };
  return {
    ...revised,
    create: async (details: Parameters<typeof create>[0], by: string) =>
      finish(await create(details, by), { by, change: 'created' }),
    change: async (
      before: TermDocument,
      fields: Parameters<typeof change>[1],
      revision: Parameters<typeof change>[2],
    ) => finish(await change(before, fields, revision), revision),
    /** Today's campus day. */
    today: (): string => DateTime.fromJSDate(clock(), { zone: campusTimeZone }).toISODate() ?? '',
    /** Latest first. */
    list: ({ after, ...page }: TermPage): Promise<TermDocument[]> =>
      revised.list(
        after
          ? {
              firstDay: { $lte: after.firstDay },
              $or: [
                { firstDay: { $lt: after.firstDay } },
                { firstDay: after.firstDay, _id: { $lt: after.id } },
              ],
            }
          : {},
        { firstDay: -1, _id: -1 },
        page,
      ),
    archivedIds: async (): Promise<string[]> => {
      const found = await model.find({ archived: true, deleted: { $ne: true } }, { _id: 1 }).lean();
      return found.map(({ _id }) => _id.toHexString());
    },
    findCopying: async (): Promise<TermDocument | undefined> =>
      (await model.findOne({ copying: { $exists: true } }).lean<TermDocument>()) ?? undefined,
    /** Another replica may have continued in the meantime. */
    continueCopying: async ({ _id, copying }: TermDocument, after: string | undefined): Promise<void> => {
      const unchanged = copying?.after === undefined ? { $exists: false } : copying.after;
      await model.updateOne(
        { _id, 'copying.from': copying?.from ?? '', 'copying.after': unchanged },
        after === undefined ? { $unset: { copying: '' } } : { $set: { 'copying.after': after } },
      );
    },
    /** @throws DomainError if no course can be added to the term */
    requireOpen: async (id: string): Promise<void> => {
      const term = await revised.find(id);
      if (!term) throw notFound('Term');
      if (term.archived)
        throw new DomainError('conflict', 'term_archived', 'This term is archived. Choose another term.');
    },
  };
};
export type Terms = ReturnType<typeof createTerms>;
