import type { CourseAuditAction } from '@qr-attendance/contracts';
import { termChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { campusDay, conflict } from '@qr-attendance/server';
import type { Model } from 'mongoose';
import type { AuditLog } from '../audit/audit-log.ts';
import type { TermDocument } from '../../db/campus-models.ts';
import { createRevisedStore, readLedgers } from '@qr-attendance/server/mongo';

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
  created: 'term_created',
  edited: 'term_edited',
  deleted: 'term_deleted',
  archived: 'term_archived',
  restored: 'term_restored',
};

export interface TermValues {
  id: string | null;
  name: string;
  firstDay: string;
  lastDay: string;
}
export const valuesOfTerm = ({ externalId, name, firstDay, lastDay }: TermDocument): TermValues => ({
  id: externalId ?? null,
  name,
  firstDay,
  lastDay,
});

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
  const revised = createRevisedStore(model, clock, {
    what: 'Term',
    taken: () => conflict('term_exists', 'Another term has this name or external ID.'),
    outdated: () =>
      conflict(
        'term_changed',
        'This term was changed in another window. Reload the page before you change it.',
      ),
    // Latest term first.
    order: ['firstDay', -1],
    fieldsOf: (term) => ({ outbox: [termEventOf(term)] }),
    written: async ({ _id, name }, { by, change }) => {
      committed();
      const action = change.startsWith('courses copied') ? 'term_copied' : TERM_ACTIONS[change];
      if (action) await auditLog.write({ by, action, kind: 'term', objectId: _id.toHexString(), name });
    },
  });
  return {
    ...revised,
    statementsOf: (terms: TermDocument[]) =>
      readLedgers(
        model,
        terms.map(({ _id }) => _id),
      ),
    today: (): string => campusDay(clock(), campusTimeZone),
    archivedIds: async (): Promise<string[]> => {
      const found = await model.find({ archived: true, deleted: { $ne: true } }, { _id: 1 }).lean();
      return found.map(({ _id }) => _id.toHexString());
    },
    findCopying: async (): Promise<TermDocument | undefined> =>
      (await model.findOne({ copying: { $exists: true } }).lean<TermDocument>()) ?? undefined,
    /** Does nothing if another replica has continued in the meantime. */
    continueCopying: async ({ _id, copying }: TermDocument, after: string | undefined): Promise<void> => {
      const unchanged = copying?.after === undefined ? { $exists: false } : copying.after;
      await model.updateOne(
        { _id, 'copying.from': copying?.from ?? '', 'copying.after': unchanged },
        after === undefined ? { $unset: { copying: '' } } : { $set: { 'copying.after': after } },
      );
    },
    /** @throws DomainError if no course can be added to the term */
    requireOpen: async (id: string): Promise<void> => {
      const term = await revised.get(id);
      if (term.archived) throw conflict('term_archived', 'This term is archived. Choose another term.');
    },
  };
};
export type Terms = ReturnType<typeof createTerms>;
