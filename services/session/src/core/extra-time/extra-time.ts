import type { ExtraTime } from '@qr-attendance/contracts';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { ttlCache } from '@qr-attendance/server';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import type { ExtraTimeDocument } from '../../db/models.ts';

/**
 * A whole hall scans for one course, so values are cached. Changes of other replicas become visible after
 * this time.
 */
const CACHE_TTL_MS = 2_000;

const idOf = (courseId: string, studentId: string) => `${courseId}:${studentId}`;

const toExtraTime = ({ courseId, studentId, minutes, changes }: ExtraTimeDocument): ExtraTime => ({
  courseId,
  studentId,
  minutes,
  changes: changes.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
});

const maxMinutesOf = (entries: ExtraTime[]): number => Math.max(0, ...entries.map(({ minutes }) => minutes));

export const createExtraTimes = (model: Model<ExtraTimeDocument>, people: PeopleProjection) => {
  const find = async (query: Partial<ExtraTimeDocument>): Promise<ExtraTime[]> =>
    (await model.find(query).lean<ExtraTimeDocument[]>()).map(toExtraTime);
  /** The entries of each student of a course, including those of records merged into the student's. */
  const byStudent = async (courseId: string): Promise<Map<string, ExtraTime[]>> => {
    const entries = await find({ courseId });
    const merges = await people.mergesOf(entries.map(({ studentId }) => studentId));
    return Map.groupBy(entries, ({ studentId }) => merges.get(studentId) ?? studentId);
  };
  const entriesOf = async (courseId: string, studentId: string): Promise<ExtraTime[]> =>
    (await byStudent(courseId)).get(studentId) ?? [];
  const cached = ttlCache(
    async (courseId) =>
      new Map([...(await byStudent(courseId))].map(([id, entries]) => [id, maxMinutesOf(entries)] as const)),
    CACHE_TTL_MS,
  );
  return {
    find: async (courseId: string, studentId: string): Promise<ExtraTime> => {
      const entries = await entriesOf(courseId, studentId);
      const changes = entries
        .flatMap((entry) => entry.changes)
        .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
      // A change of merged records is stored in each of them.
      const distinct = [...new Map(changes.map((change) => [change.at, change])).values()];
      return { courseId, studentId, minutes: maxMinutesOf(entries), changes: distinct };
    },
    listOf: (studentId: string): Promise<ExtraTime[]> => find({ studentId }),
    minutesOf: async (courseIds: string[], studentId: string): Promise<number> =>
      Math.max(
        ...(await Promise.all(courseIds.map((id) => cached.find(id)))).map(
          (found) => found?.get(studentId) ?? 0,
        ),
      ),
    /** Changes the entries of merged records, too, so that none of them keeps the old value. */
    save: async (
      { courseId, studentId, minutes }: Omit<ExtraTime, 'changes'>,
      by: string,
      at: Date,
    ): Promise<void> => {
      const _id = idOf(courseId, studentId);
      await model.create({ _id, courseId, studentId, minutes: 0, changes: [] }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
      const ids = (await entriesOf(courseId, studentId)).map((entry) => idOf(courseId, entry.studentId));
      await model.updateMany(
        { _id: { $in: [_id, ...ids] }, minutes: { $ne: minutes } },
        { $set: { minutes }, $push: { changes: { at, by, minutes } } },
      );
      cached.forget(courseId);
    },
    removeAllOf: async (studentId: string): Promise<void> => {
      await model.deleteMany({ studentId });
      cached.forgetAll();
    },
  };
};
export type ExtraTimes = ReturnType<typeof createExtraTimes>;
