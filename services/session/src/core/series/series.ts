import type { StoredRule } from '@qr-attendance/contracts';
import { type IdempotentRequest, temporarilyUnavailable } from '@qr-attendance/server';
import { createIdempotentCreate, toUpdate, writeUnversioned } from '@qr-attendance/server/mongo';
import { Types, type Model, type QueryFilter } from 'mongoose';
import type { SeriesDocument } from '../../db/timetable-models.ts';
import { courseIdsOf } from '../sessions/rules/session.ts';
import { lastDayOf, sectionsOf } from './rules/series-rules.ts';

export type Series = Omit<SeriesDocument, '_id' | 'createdBy' | 'jointCourseIds'> & { id: string };
type Query = QueryFilter<SeriesDocument>;

const toSeries = ({
  _id,
  createdBy: _created,
  jointCourseIds: _joint,
  ...fields
}: SeriesDocument): Series => ({
  ...fields,
  id: _id.toHexString(),
});

const jointCourseIdsOf = (courseId: string, rules: StoredRule[]): string[] => {
  const [, ...others] = courseIdsOf({ courseId, sections: sectionsOf(rules) });
  return others;
};

/** There are two queries, because the embedded server uses no index with `$or`. */
const ofCourses = (courseIds: string[]): Query[] => [
  { courseId: { $in: courseIds } },
  { jointCourseIds: { $in: courseIds } },
];

const LIVE: Query = { deletedAt: { $exists: false } };
/** Sorts before every day, so the series is due at once. */
const NOW = '';
const MAX_OF_COURSES = 2_000;
/** More series than the courses of one import batch have. */
const MAX_IMPORTED = 50_000;
/** More series than 100 rooms, teachers and courses have. */
const MAX_USING = 20_000;

export const createSeriesStore = (model: Model<SeriesDocument>, clock: () => Date) => {
  const idempotentCreate = createIdempotentCreate(model, clock);
  const list = async (filter: Query, limit = MAX_OF_COURSES): Promise<Series[]> =>
    (await model.find(filter).limit(limit).lean<SeriesDocument[]>()).map(toSeries);
  const listOfCourses = async (courseIds: string[], wanted: Query): Promise<Series[]> => {
    const found = await Promise.all(ofCourses(courseIds).map((query) => list({ ...query, ...wanted })));
    return [...new Map(found.flat().map((series) => [series.id, series])).values()];
  };
  return {
    find: async (id: string): Promise<Series | undefined> => {
      const document = await model.findOne({ _id: id, ...LIVE }).lean<SeriesDocument>();
      return document ? toSeries(document) : undefined;
    },
    findIncludingDeleted: async (id: string): Promise<Series | undefined> => {
      const document = await model.findById(id).lean<SeriesDocument>();
      return document ? toSeries(document) : undefined;
    },
    findCreated: async (teacherId: string, once: IdempotentRequest): Promise<Series | undefined> => {
      const document = await idempotentCreate.find(teacherId, once);
      return document && toSeries(document);
    },
    create: async (
      fields: Pick<
        Series,
        'courseId' | 'importKey' | 'statements' | 'teacherId' | 'rules' | 'nextId' | 'revisions'
      >,
      once?: IdempotentRequest,
    ): Promise<Series> => {
      const document = {
        _id: new Types.ObjectId(),
        ...fields,
        jointCourseIds: jointCourseIdsOf(fields.courseId, fields.rules),
        lastDay: lastDayOf(fields.rules),
        dueOn: NOW,
        touches: 0,
        version: 1,
      };
      const other = await idempotentCreate.create(document, once);
      if (other === 'conflict') throw temporarilyUnavailable();
      return toSeries(other ?? document);
    },
    /** @returns undefined if the series has changed since it was read */
    change: async (
      { id, courseId, version }: Series,
      fields: Pick<Series, 'rules' | 'nextId'> & Partial<Pick<Series, 'deletedAt' | 'statements'>>,
      revision: Series['revisions'][number],
    ): Promise<Series | undefined> => {
      const document = await model
        .findOneAndUpdate(
          { _id: id, version },
          {
            ...toUpdate({
              ...fields,
              jointCourseIds: jointCourseIdsOf(courseId, fields.rules),
              lastDay: lastDayOf(fields.rules),
              dueOn: NOW,
            }),
            $inc: { version: 1, touches: 1 },
            $push: { revisions: { $each: [revision], $slice: -200 } },
          },
          { returnDocument: 'after' },
        )
        .lean<SeriesDocument>();
      return document ? toSeries(document) : undefined;
    },
    /**
     * Moves a series whose sections now belong to another course.
     * @returns whether the series was unchanged since it was read
     */
    moveToCourse: async (
      { id, version }: Series,
      { courseId, rules }: Pick<Series, 'courseId' | 'rules'>,
      revision: Series['revisions'][number],
    ): Promise<boolean> => {
      const { matchedCount } = await model.updateOne(
        { _id: id, version },
        {
          $set: { courseId, rules, jointCourseIds: jointCourseIdsOf(courseId, rules), dueOn: NOW },
          $inc: { version: 1, touches: 1 },
          $push: { revisions: { $each: [revision], $slice: -200 } },
        },
      );
      return matchedCount > 0;
    },
    /** Includes deleted series, because files may state them again. */
    listAllOf: (courseId: string): Promise<Series[]> => listOfCourses([courseId], {}),
    /** Deletes a series that was just created, with its classes; the request can be repeated. */
    withdraw: async ({ id }: Series): Promise<void> => {
      await model.updateOne(
        { _id: id },
        {
          $set: { deletedAt: clock(), dueOn: NOW },
          $unset: { createdBy: 1 },
          $inc: { version: 1, touches: 1 },
        },
      );
    },
    listOf: (courseIds: string[]): Promise<Series[]> => listOfCourses(courseIds, LIVE),
    /** Imported classes of some courses; includes deleted classes if no newer class has the same name. */
    listImported: async (courseIds: string[]): Promise<Series[]> => {
      const wanted: Query = { courseId: { $in: courseIds }, importKey: { $exists: true } };
      const [deleted, present] = await Promise.all([
        list({ ...wanted, deletedAt: { $exists: true }, statements: { $exists: true } }, MAX_IMPORTED),
        list({ ...wanted, ...LIVE }, MAX_IMPORTED),
      ]);
      const inOrder = [...deleted.toSorted((one, other) => (one.id < other.id ? -1 : 1)), ...present];
      return [
        ...new Map(inOrder.map((series) => [`${series.courseId} ${series.importKey}`, series])).values(),
      ];
    },
    /**
     * Stores statements about series without changing the series.
     * @returns the ids of the series that have changed since they were read
     */
    stateAll: (series: Pick<Series, 'id' | 'version' | 'statements'>[]): Promise<Set<string>> =>
      writeUnversioned(
        model,
        series.map(({ id, version, statements }) => ({
          _id: new Types.ObjectId(id),
          version,
          fields: { statements },
        })),
      ),
    countImported: (): Promise<number> => model.countDocuments({ importKey: { $exists: true }, ...LIVE }),
    countCurrent: (courseId: string, day: string): Promise<number> =>
      model.countDocuments({ courseId, lastDay: { $gte: day }, ...LIVE }),
    listUsing: (
      use: { roomId: string } | { teacherId: string } | { courseIds: string[] },
      from: string,
    ): Promise<Series[]> => {
      const wanted: Query = { lastDay: { $gte: from }, ...LIVE };
      if ('courseIds' in use) return listOfCourses(use.courseIds, wanted);
      return list({ ...('roomId' in use ? { 'rules.roomId': use.roomId } : use), ...wanted });
    },
    listUsingAny: (
      { roomIds, teacherIds, courseIds }: Record<'roomIds' | 'teacherIds' | 'courseIds', string[]>,
      from: string,
    ): Promise<Series[]> =>
      list(
        {
          $or: [
            { 'rules.roomId': { $in: roomIds } },
            { teacherId: { $in: teacherIds } },
            ...ofCourses(courseIds),
          ],
          lastDay: { $gte: from },
          ...LIVE,
        },
        MAX_USING,
      ),
    usesRoom: async (roomId: string, from: string): Promise<boolean> => {
      const wanted: Query = { 'rules.roomId': roomId, lastDay: { $gte: from }, ...LIVE };
      for await (const { rules } of model.find(wanted, { rules: 1 }).lean<SeriesDocument[]>().cursor())
        if (lastDayOf(rules, (rule) => rule.roomId === roomId) >= from) return true;
      return false;
    },
    deleteOfCourse: async (courseId: string): Promise<void> => {
      await model.updateMany({ courseId, ...LIVE }, { $set: { deletedAt: clock() }, $inc: { version: 1 } });
    },
    touch: async (filter: { id: string } | { courseIds: string[] }): Promise<void> => {
      const wanted = 'id' in filter ? [{ _id: filter.id }] : ofCourses(filter.courseIds);
      for (const query of wanted)
        await model.updateMany(query, { $set: { dueOn: NOW }, $inc: { touches: 1 } });
    },
    listDue: async (day: string, limit: number): Promise<string[]> => {
      const due = await model
        .find({ dueOn: { $lt: day } }, { _id: 1 })
        .sort({ dueOn: 1 })
        .limit(limit)
        .lean();
      return due.map(({ _id }) => _id.toHexString());
    },
    /** Returns false and changes nothing if the series was touched in the meantime. */
    setPlanned: async ({ id, touches }: Series, dueOn: string | undefined): Promise<boolean> => {
      const change = dueOn === undefined ? { $unset: { dueOn: 1 } } : { $set: { dueOn } };
      return (await model.updateOne({ _id: id, touches }, change)).matchedCount > 0;
    },
    deleteExpiredKeys: idempotentCreate.deleteExpired,
  };
};
export type SeriesStore = ReturnType<typeof createSeriesStore>;
