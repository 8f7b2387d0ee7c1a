import type { SessionPolicy } from '@qr-attendance/contracts';
import { sessionChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { type IdempotentRequest, ttlCache, temporarilyUnavailable } from '@qr-attendance/server';
import { createIdempotentCreate } from '@qr-attendance/server/mongo';
import { Types, type Model, type QueryFilter } from 'mongoose';
import { toSessionChanged, type CodeSource, type Session, type SessionPosition } from './rules/session.ts';
import { updateOf } from './session-update.ts';
import type { SessionDocument } from '../db/models.ts';

/** As a limit: none, in MongoDB's own way. */
export const ALL = 0;

/** Which sessions a list shows; `active` as of `now`. */
export interface SessionFilter {
  teacherId?: string;
  courseIds?: string[];
  active?: boolean;
  /** Ended, and its code was never shown, nor did its teacher say whether the class took place. */
  unconfirmed?: boolean;
  /** First and last moment of the start. */
  from?: Date;
  to?: Date;
  oldestFirst?: boolean;
  now: Date;
}
type Query = QueryFilter<SessionDocument>;

const toSession = ({ _id, outbox: _outbox, createdBy: _createdBy, ...fields }: SessionDocument): Session => ({
  ...fields,
  id: _id.toHexString(),
});
const eventOf = (session: Session) => makeEvent(sessionChanged, session.id, toSessionChanged(session));

/** The event that tells of a document's present state. */
export const sessionEventOf = (document: SessionDocument) => eventOf(toSession(document));

/** Deleted ones are kept for a while, and shown to nobody. */
const DELETED: Query = { deletedAt: { $exists: true } };

const MISSING = { $exists: false } as const;
const UNCONFIRMED: Query = { codeShownAt: MISSING, confirmedAt: MISSING, canceledAt: MISSING };

const stillActive = (now: Date): Query => ({ active: true, endTime: { $not: { $lte: now } } });

/**
 * Fields side by side, and beside them what is left out: the embedded store finds nothing by index where there are `$and` or
 * `$or` (10,000 sessions: a page after 170 ms instead of 30).
 */
const toQuery = (filter: SessionFilter, after?: SessionPosition): Query => {
  const { teacherId, courseIds, active, unconfirmed, from, to, oldestFirst, now } = filter;
  const leftOut: Query[] = [DELETED];
  if (active === false || unconfirmed) leftOut.push(stillActive(now));
  if (after) leftOut.push({ startTime: after.startTime, _id: { [oldestFirst ? '$lte' : '$gte']: after.id } });
  const [first, last] = oldestFirst ? [after?.startTime ?? from, to] : [from, after?.startTime ?? to];
  return {
    ...(teacherId === undefined ? {} : { teacherId }),
    ...(courseIds === undefined ? {} : { courseId: { $in: courseIds } }),
    ...(active ? stillActive(now) : {}),
    ...(first || last ? { startTime: { ...(first && { $gte: first }), ...(last && { $lte: last }) } } : {}),
    ...(unconfirmed ? UNCONFIRMED : {}),
    $nor: leftOut,
  };
};

/** An id for a session about to be created. */
export const newSessionId = (): string => new Types.ObjectId().toHexString();

/** A whole hall scans one session’s code. Whether it still runs, its mark asks once more. */
const REMEMBERED_MS = 500;

/** Sessions in the database; `committed` is called after each write that put an event into the outbox. */
export const createSessions = (model: Model<SessionDocument>, committed: () => void, clock: () => Date) => {
  const createOnce = createIdempotentCreate(model, clock);
  const findIncludingDeleted = async (id: string): Promise<Session | undefined> => {
    const document = await model.findById(id).lean<SessionDocument>();
    return document ? toSession(document) : undefined;
  };
  const find = async (id: string): Promise<Session | undefined> => {
    const session = await findIncludingDeleted(id);
    return session?.deletedAt ? undefined : session;
  };
  const remembered = ttlCache(find, REMEMBERED_MS);
  return {
    /** @returns what this request created before, as it is now. @throws DomainError (unprocessable) for another under its key */
    findCreated: async (teacherId: string, once: IdempotentRequest): Promise<Session | undefined> => {
      const document = await createOnce.find(teacherId, once);
      return document && toSession(document);
    },
    /** @returns the session; another where a repeat of the request was quicker */
    create: async (session: Session, once?: IdempotentRequest): Promise<Session> => {
      const { id, ...fields } = session;
      const document = { _id: new Types.ObjectId(id), ...fields, outbox: [eventOf(session)] };
      const other = await createOnce.create(document, once);
      if (other === 'conflict') throw temporarilyUnavailable();
      if (other) return toSession(other);
      committed();
      return session;
    },
    deleteExpiredKeys: createOnce.deleteExpired,
    find,
    /** Also one that was deleted a while ago: as other services know it. */
    findIncludingDeleted,
    /** As it was a moment ago: for those who scan. */
    findCached: remembered.find,
    /** Newest first, from after a position on. */
    list: async (filter: SessionFilter, limit: number, after?: SessionPosition): Promise<Session[]> => {
      const documents = await model
        .find(toQuery(filter, after))
        .sort(filter.oldestFirst ? { startTime: 1, _id: 1 } : { startTime: -1, _id: -1 })
        .limit(limit)
        .lean<SessionDocument[]>();
      return documents.map(toSession);
    },
    countOf: (courseId: string): Promise<number> => model.countDocuments({ courseId }),
    /**
     * Those whose end time has passed, but that nobody has ended yet; the longest overdue first. Behind them those without an
     * end time that began before `unattendedSince`, and whose code nobody has seen since then.
     */
    listOverdue: async (now: Date, unattendedSince: Date, limit: number): Promise<Session[]> => {
      const find = (query: Query) =>
        model
          .find({ active: true, ...query })
          .sort({ endTime: 1 })
          .limit(limit)
          .lean<SessionDocument[]>();
      const ended = await find({ endTime: { $lte: now } });
      const unattended = await find({
        endTime: MISSING,
        startTime: { $lte: unattendedSince },
        codeLastShownAt: { $not: { $gt: unattendedSince } },
      });
      return [...ended, ...unattended].slice(0, limit).map(toSession);
    },
    /** Keeps when a code was last shown. Neither version nor outbox change: only this service asks for it. */
    touchShown: async (id: string, now: Date): Promise<void> => {
      await model.updateOne({ _id: id }, { $max: { codeLastShownAt: now } });
      remembered.forget(id);
    },
    /**
     * Writes all of a changed session but its code, which changes on its own.
     * @returns false when somebody else has changed it since it was read
     */
    save: async (changed: Session): Promise<boolean> => {
      const { $set, $unset } = updateOf(changed);
      const { modifiedCount } = await model.updateOne(
        { _id: changed.id, version: changed.version - 1 },
        { $set: { ...$set, outbox: [eventOf(changed)] }, ...($unset ? { $unset } : {}) },
      );
      remembered.forget(changed.id);
      if (modifiedCount > 0) committed();
      return modifiedCount > 0;
    },
    /** The inputs of the codes that are shown now, for at most this many of the newest sessions. */
    listCodeSources: async (
      { startsBefore, now }: { startsBefore: Date; now: Date },
      limit: number,
    ): Promise<(CodeSource & { id: string; policy?: SessionPolicy })[]> => {
      const documents = await model
        .find(
          { ...stillActive(now), startTime: { $lte: startsBefore } },
          { currentCode: 1, refreshInterval: 1, policy: 1 },
        )
        .sort({ startTime: -1 })
        .limit(limit)
        .lean<Pick<SessionDocument, '_id' | 'currentCode' | 'refreshInterval' | 'policy'>[]>();
      return documents.map(({ _id, ...source }) => ({ ...source, id: _id.toHexString() }));
    },
    /** Those that were deleted since then. */
    listDeleted: async (since: Date): Promise<Session[]> => {
      const documents = await model.find({ deletedAt: { $gte: since } }).lean<SessionDocument[]>();
      return documents.map(toSession);
    },
    /** Removes those that were deleted before then and have been published. */
    deleteExpiredTombstones: async (before: Date): Promise<void> => {
      await model.deleteMany({ deletedAt: { $lt: before }, outbox: { $size: 0 } });
    },
    /**
     * Writes the code of a session that was rotated. Neither version nor outbox change: no other service is told of codes.
     * @returns false when it is no longer active, or somebody else has rotated it since it was read
     */
    replaceCode: async ({ id, currentCode, refreshInterval }: Session, now: Date): Promise<boolean> => {
      const filter: Query = {
        _id: id,
        ...stillActive(now),
        'currentCode.refreshes': currentCode.refreshes - 1,
      };
      const { matchedCount } = await model.updateOne(filter, { $set: { currentCode, refreshInterval } });
      remembered.forget(id);
      return matchedCount > 0;
    },
  };
};
