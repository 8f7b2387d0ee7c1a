import type { StoredRule } from '@qr-attendance/contracts';
import type { IdempotentRequest } from '@qr-attendance/server';
import { temporarilyUnavailable } from '@qr-attendance/server';
import { createIdempotentCreate } from '@qr-attendance/server/mongo';
import { Types, type Model, type QueryFilter } from 'mongoose';
import type { SeriesDocument } from '../db/timetable-models.ts';
import { lastDayOf } from './rules/rules.ts';

export type Series = Omit<SeriesDocument, '_id' | 'createdBy'> & { id: string };
type Query = QueryFilter<SeriesDocument>;

const toSeries = ({ _id, createdBy: _created, ...fields }: SeriesDocument): Series => ({
  ...fields,
  id: _id.toHexString(),
});

const LIVE: Query = { deletedAt: { $exists: false } };
/** Due at once, before every day. */
const NOW = '';
const MAX_OF_COURSES = 2_000;
/** More than the courses of one batch of an import have. */
const MAX_IMPORTED = 50_000;
/** More than 100 rooms, teachers and courses have. */
const MAX_USING = 20_000;

export const createSeriesStore = (model: Model<SeriesDocument>, clock: () => Date) => {
  const idempotentCreate = createIdempotentCreate(model, clock);
  const list = async (filter: Query, limit = MAX_OF_COURSES): Promise<Series[]> =>
    (await model.find(filter).limit(limit).lean<SeriesDocument[]>()).map(toSeries);
  return {
    find: async (id: string): Promise<Series | undefined> => {
      const document = await model.findOne({ _id: id, ...LIVE }).lean<SeriesDocument>();
      return document ? toSeries(document) : undefined;
    },
    findCreated: async (teacherId: string, once: IdempotentRequest): Promise<Series | undefined> => {
      const document = await idempotentCreate.find(teacherId, once);
      return document && toSeries(document);
    },
    create: async (
      fields: Pick<Series, 'courseId' | 'importKey' | 'teacherId' | 'rules' | 'nextId' | 'revisions'>,
      once?: IdempotentRequest,
    ): Promise<Series> => {
      const document = {
        _id: new Types.ObjectId(),
        ...fields,
        lastDay: lastDayOf(fields.rules),
        dueOn: NOW,
        touches: 0,
        version: 1,
      };
      const other = await idempotentCreate.create(document, once);
      if (other === 'conflict') throw temporarilyUnavailable();
      return toSeries(other ?? document);
    },
    /** Returns undefined if the series has changed since it was read. */
    change: async (
      { id, version }: Series,
      fields: { rules: StoredRule[]; nextId: number; deletedAt?: Date },
      revision: Series['revisions'][number],
    ): Promise<Series | undefined> => {
      const document = await model
        .findOneAndUpdate(
          { _id: id, version },
          {
            $set: { ...fields, lastDay: lastDayOf(fields.rules), dueOn: NOW },
            $inc: { version: 1, touches: 1 },
            $push: { revisions: { $each: [revision], $slice: -200 } },
          },
          { returnDocument: 'after' },
        )
        .lean<SeriesDocument>();
      return document ? toSeries(document) : undefined;
    },
    listOf: (courseIds: string[]): Promise<Series[]> => list({ courseId: { $in: courseIds }, ...LIVE }),
    listImported: (courseIds: string[]): Promise<Series[]> =>
      list({ courseId: { $in: courseIds }, importKey: { $exists: true }, ...LIVE }, MAX_IMPORTED),
    countImported: (): Promise<number> => model.countDocuments({ importKey: { $exists: true }, ...LIVE }),
    /** Series that may have classes on or after a day. */
    listUsing: (use: { roomId: string } | { teacherId: string } | { courseId: string }, from: string) =>
      list({
        ...('roomId' in use ? { 'rules.roomId': use.roomId } : use),
        lastDay: { $gte: from },
        ...LIVE,
      }),
    listUsingAny: (
      { roomIds, teacherIds, courseIds }: Record<'roomIds' | 'teacherIds' | 'courseIds', string[]>,
      from: string,
    ): Promise<Series[]> =>
      list(
        {
          $or: [
            { 'rules.roomId': { $in: roomIds } },
            { teacherId: { $in: teacherIds } },
            { courseId: { $in: courseIds } },
          ],
          lastDay: { $gte: from },
          ...LIVE,
        },
        MAX_USING,
      ),
    usesRoom: async (roomId: string): Promise<boolean> =>
      (await model.exists({ 'rules.roomId': roomId, ...LIVE })) !== null,
    /** Has the worker compare the series with its classes. */
    touch: async (filter: { id: string } | { courseIds: string[] }): Promise<void> => {
      await model.updateMany('id' in filter ? { _id: filter.id } : { courseId: { $in: filter.courseIds } }, {
        $set: { dueOn: NOW },
        $inc: { touches: 1 },
      });
    },
    listDue: (today: string, limit: number): Promise<Series[]> => list({ dueOn: { $lte: today } }, limit),
    /** Keeps the series due if it was touched in the meantime. */
    setPlanned: async ({ id, touches }: Series, dueOn: string | undefined): Promise<void> => {
      await model.updateOne(
        { _id: id, touches },
        dueOn === undefined ? { $unset: { dueOn: 1 } } : { $set: { dueOn } },
      );
    },
    deleteExpiredKeys: idempotentCreate.deleteExpired,
  };
};
