import type { ExtraTime } from '@qr-attendance/contracts';
import { ttlCache } from '@qr-attendance/server';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import type { ExtraTimeDocument } from '../db/models.ts';

/** A whole hall scans for one course. Changes of other replicas become visible after this time. */
const CACHE_TTL_MS = 2_000;

const idOf = (courseId: string, studentId: string) => `${courseId}:${studentId}`;

const toExtraTime = ({ courseId, studentId, minutes, changes }: ExtraTimeDocument): ExtraTime => ({
  courseId,
  studentId,
  minutes,
  changes: changes.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
});

export const createExtraTimes = (model: Model<ExtraTimeDocument>) => {
  const find = async (query: Partial<ExtraTimeDocument>): Promise<ExtraTime[]> =>
    (await model.find(query).lean<ExtraTimeDocument[]>()).map(toExtraTime);
  const cached = ttlCache(
    async (courseId) =>
      new Map((await find({ courseId })).map(({ studentId, minutes }) => [studentId, minutes])),
    CACHE_TTL_MS,
  );
  return {
    find: async (courseId: string, studentId: string): Promise<ExtraTime> =>
      (await find({ _id: idOf(courseId, studentId) }))[0] ?? { courseId, studentId, minutes: 0, changes: [] },
    listOf: (studentId: string): Promise<ExtraTime[]> => find({ studentId }),
    /** The most in any of the courses. */
    minutesOf: async (courseIds: string[], studentId: string): Promise<number> =>
      Math.max(
        ...(await Promise.all(courseIds.map((id) => cached.find(id)))).map(
          (found) => found?.get(studentId) ?? 0,
        ),
      ),
    save: async (
      { courseId, studentId, minutes }: Omit<ExtraTime, 'changes'>,
      by: string,
      at: Date,
    ): Promise<void> => {
      const _id = idOf(courseId, studentId);
      await model.create({ _id, courseId, studentId, minutes: 0, changes: [] }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
      await model.updateOne(
        { _id, minutes: { $ne: minutes } },
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
