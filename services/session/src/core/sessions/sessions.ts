import type { SessionPolicy } from '@qr-attendance/contracts';
import { sessionChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { type IdempotentRequest, ttlCache, temporarilyUnavailable } from '@qr-attendance/server';
import { createIdempotentCreate } from '@qr-attendance/server/mongo';
import { Types, type Model } from 'mongoose';
import { toSessionChanged, type Session, type SessionPosition } from './rules/session.ts';
import { LIVE, IS_MISSING, type Query, type SessionFilter, isStillActive, toQuery } from './session-query.ts';
import { manyCoursesFilter } from './many-courses.ts';
import { isUnconfirmedWhenStored, jointCourseIdsOf, updateOf } from './session-update.ts';
import type { SessionDocument } from '../../db/models.ts';
import type { CodeSource } from '../../db/stored-session.ts';

export const ALL = 0;

const toSession = ({
  _id,
  outbox: _outbox,
  createdBy: _createdBy,
  unconfirmed: _unconfirmed,
  jointCourseIds: _joint,
  ...fields
}: SessionDocument): Session => ({
  ...fields,
  id: _id.toHexString(),
});
const eventOf = (session: Session) => createEvent(sessionChanged, session.id, toSessionChanged(session));

const documentOf = (session: Session) => {
  const { id, ...fields } = session;
  const unconfirmed = isUnconfirmedWhenStored(session);
  const jointCourseIds = jointCourseIdsOf(session);
  return {
    _id: new Types.ObjectId(id),
    ...fields,
    outbox: [eventOf(session)],
    ...(unconfirmed ? { unconfirmed } : {}),
    ...(jointCourseIds ? { jointCourseIds } : {}),
  };
};

export const sessionEventOf = (document: SessionDocument) => eventOf(toSession(document));

export const newSessionId = (): string => new Types.ObjectId().toHexString();

/** A whole hall scans the code of one session. The mark checks again whether the session is still running. */
const CACHE_TTL_MS = 500;

export const createSessions = (model: Model<SessionDocument>, committed: () => void, clock: () => Date) => {
  const idempotentCreate = createIdempotentCreate(model, clock);
  const findIncludingDeleted = async (id: string): Promise<Session | undefined> => {
    const document = await model.findById(id).lean<SessionDocument>();
    return document ? toSession(document) : undefined;
  };
  const find = async (id: string): Promise<Session | undefined> => {
    const session = await findIncludingDeleted(id);
    return session?.deletedAt ? undefined : session;
  };
  const cached = ttlCache(find, CACHE_TTL_MS);
  const listWhere = async (query: Query): Promise<Session[]> =>
    (await model.find(query).lean<SessionDocument[]>()).map(toSession);
  return {
    findCreated: async (teacherId: string, once: IdempotentRequest): Promise<Session | undefined> => {
      const document = await idempotentCreate.find(teacherId, once);
      return document && toSession(document);
    },
    create: async (session: Session, once?: IdempotentRequest): Promise<Session> => {
      const document = documentOf(session);
      const other = await idempotentCreate.create(document, once);
      if (other === 'conflict') throw temporarilyUnavailable();
      if (other) return toSession(other);
      committed();
      return session;
    },
    /** @returns whether there was no session with this id */
    createIfNew: async (session: Session): Promise<boolean> => {
      if (await idempotentCreate.create(documentOf(session), undefined)) return false;
      committed();
      return true;
    },
    /** Sessions that a series plans on or after a day, even if they were moved. */
    listOfSeries: (seriesId: string, fromDay: string): Promise<Session[]> =>
      listWhere({ 'series.id': seriesId, 'series.key': { $gte: fromDay }, ...LIVE }),
    listOfManySeries: (seriesIds: string[]): Promise<Session[]> =>
      listWhere({ 'series.id': { $in: seriesIds }, ...LIVE }),
    hasStartedOf: async (seriesId: string, now: Date): Promise<boolean> =>
      (await model.exists({ 'series.id': seriesId, startTime: { $lte: now }, ...LIVE })) !== null,
    listUsing: async (
      use: { roomId: string } | { teacherId: string } | { courseIds: string[] },
      from: Date,
      to: Date,
    ): Promise<Session[]> => {
      const during = { startTime: { $gte: from, $lte: to }, canceledAt: IS_MISSING, ...LIVE };
      if (!('courseIds' in use))
        return listWhere({ ...('roomId' in use ? { 'room.id': use.roomId } : use), ...during });
      const own = await listWhere({ courseId: { $in: use.courseIds }, ...during });
      const joint = await listWhere({ jointCourseIds: { $in: use.courseIds }, ...during });
      return [...new Map([...own, ...joint].map((one) => [one.id, one])).values()];
    },
    deleteExpiredKeys: idempotentCreate.deleteExpired,
    find,
    /** Other services also need deleted sessions. */
    findIncludingDeleted,
    findCached: cached.find,
    list: async (filter: SessionFilter, limit: number, after?: SessionPosition): Promise<Session[]> => {
      const { courseId, ...query } = toQuery(filter, after);
      const sign = filter.oldestFirst ? 1 : -1;
      const find = (chosen: Query) =>
        model.find(chosen).sort({ startTime: sign, _id: sign }).limit(limit).lean<SessionDocument[]>();
      if (courseId === undefined) return (await find(query)).map(toSession);
      // There are two queries, because the embedded server uses no index with `$or`.
      const [own, joint] = await Promise.all([
        find({ ...query, courseId }),
        find({ ...query, jointCourseIds: courseId as Query['jointCourseIds'] }),
      ]);
      if (joint.length === 0) return own.map(toSession);
      const all = new Map([...own, ...joint].map(toSession).map((session) => [session.id, session]));
      const sorted = [...all.values()].sort(
        (one, other) =>
          sign * (one.startTime.getTime() - other.startTime.getTime() || (one.id < other.id ? -1 : 1)),
      );
      return limit === ALL ? sorted : sorted.slice(0, limit);
    },
    /**
     * Both moments are included.
     * @param courseIds undefined for the courses of the whole institution
     */
    listBetween: async (from: Date, to: Date, courseIds: string[] | undefined): Promise<Session[]> => {
      const during = { startTime: { $gte: from, $lte: to }, deletedAt: IS_MISSING };
      const find = async (query: Query) =>
        model.find(query, { revisions: 0, outbox: 0 }).lean<SessionDocument[]>();
      const isWanted = manyCoursesFilter(courseIds);
      if (!courseIds || isWanted) return (await find(during)).map(toSession).filter(isWanted ?? Boolean);
      const chosen = { $in: courseIds };
      const [own, joint] = await Promise.all([
        find({ ...during, courseId: chosen }),
        find({ ...during, jointCourseIds: chosen }),
      ]);
      return [...new Map([...own, ...joint].map(toSession).map((one) => [one.id, one])).values()];
    },
    countOf: async (courseId: string): Promise<number> =>
      (await model.countDocuments({ courseId })) + (await model.countDocuments({ jointCourseIds: courseId })),
    sectionIdsOf: async (courseId: string): Promise<string[] | undefined> => {
      const find = (query: Query) => model.find(query, { sections: 1 }).lean<SessionDocument[]>();
      const [own, joint] = await Promise.all([
        find({ courseId }),
        find({ jointCourseIds: courseId as Query['jointCourseIds'] }),
      ]);
      if (own.some(({ sections = [] }) => sections.length === 0)) return undefined;
      const covered = [...own, ...joint].flatMap(({ sections = [] }) => sections);
      return [...new Set(covered.flatMap((one) => (one.courseId === courseId ? one.sectionId : [])))];
    },
    /** The longest overdue first, then unattended sessions without an end time. */
    listOverdue: async (now: Date, unattendedSince: Date, limit: number): Promise<Session[]> => {
      const find = (query: Query) =>
        model
          .find({ active: true, ...query })
          .sort({ endTime: 1 })
          .limit(limit)
          .lean<SessionDocument[]>();
      const ended = await find({ endTime: { $lte: now } });
      const unattended = await find({
        endTime: IS_MISSING,
        startTime: { $lte: unattendedSince },
        codeLastShownAt: { $not: { $gt: unattendedSince } },
      });
      return [...ended, ...unattended].slice(0, limit).map(toSession);
    },
    /** Changes neither version nor outbox, because only this service uses the field. */
    touchShown: async (id: string, now: Date): Promise<void> => {
      await model.updateOne({ _id: id }, { $max: { codeLastShownAt: now } });
      cached.forget(id);
    },
    /** Writes everything except the code, which changes independently. */
    save: async (changed: Session): Promise<boolean> => {
      const { $set, $unset } = updateOf(changed);
      const { modifiedCount } = await model.updateOne(
        { _id: changed.id, version: changed.version - 1 },
        { $set: { ...$set, outbox: [eventOf(changed)] }, ...($unset ? { $unset } : {}) },
      );
      cached.forget(changed.id);
      if (modifiedCount > 0) committed();
      return modifiedCount > 0;
    },
    listCodeSources: async (
      { startsBefore, now }: { startsBefore: Date; now: Date },
      limit: number,
    ): Promise<(CodeSource & { id: string; policy?: SessionPolicy })[]> => {
      const documents = await model
        .find(
          { ...isStillActive(now), startTime: { $lte: startsBefore } },
          { currentCode: 1, refreshInterval: 1, policy: 1 },
        )
        .sort({ startTime: -1 })
        .limit(limit)
        .lean<Pick<SessionDocument, '_id' | 'currentCode' | 'refreshInterval' | 'policy'>[]>();
      return documents.map(({ _id, ...source }) => ({ ...source, id: _id.toHexString() }));
    },
    idsOfDeleted: async (): Promise<string[]> => {
      // The comparison makes the embedded server use the index of `deletedAt`.
      const documents = await model.find({ deletedAt: { $gt: new Date(0) } }, { _id: 1 }).lean();
      return documents.map(({ _id }) => _id.toHexString());
    },
    listDeleted: (ids: string[]): Promise<Session[]> =>
      listWhere({ _id: { $in: ids }, deletedAt: { $exists: true } }),
    deleteExpiredTombstones: async (before: Date): Promise<void> => {
      await model.deleteMany({ deletedAt: { $lt: before }, outbox: { $size: 0 } });
    },
    /** Changes neither version nor outbox, because codes are not published. */
    replaceCode: async ({ id, currentCode, refreshInterval }: Session, now: Date): Promise<boolean> => {
      const filter: Query = {
        _id: id,
        ...isStillActive(now),
        'currentCode.refreshes': currentCode.refreshes - 1,
      };
      const { matchedCount } = await model.updateOne(filter, { $set: { currentCode, refreshInterval } });
      cached.forget(id);
      return matchedCount > 0;
    },
  };
};
export type Sessions = ReturnType<typeof createSessions>;
