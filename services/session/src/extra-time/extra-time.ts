import type { ExtraTime } from '@qr-attendance/contracts';
import { ttlCache } from '@qr-attendance/server';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import type { ExtraTimeDocument } from '../db/models.ts';

/** A whole hall scans for one course. Another replica hears of a change so much later. */
const REMEMBERED_MS = 2_000;

const idOf = (courseId: string, studentId: string) => `${courseId}:${studentId}`;

const toExtraTime = ({ courseId, studentId, minutes, changes }: ExtraTimeDocument): ExtraTime => ({
  courseId,
  studentId,
  minutes,
  changes: changes.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
});

/** Students with extra time to mark, by course. */
export const createExtraTimes = (model: Model<ExtraTimeDocument>) => {
  const find = async (query: Partial<ExtraTimeDocument>): Promise<ExtraTime[]> =>
    (await model.find(query).lean<ExtraTimeDocument[]>()).map(toExtraTime);
  const remembered = ttlCache(
    async (courseId) =>
      new Map((await find({ courseId })).map(({ studentId, minutes }) => [studentId, minutes])),
    REMEMBERED_MS,
  );
  return {
    find: async (courseId: string, studentId: string): Promise<ExtraTime> =>
      (await find({ _id: idOf(courseId, studentId) }))[0] ?? { courseId, studentId, minutes: 0, changes: [] },
    listOf: (studentId: string): Promise<ExtraTime[]> => find({ studentId }),
    /** As it was a moment ago: for those who scan, with one look for all of a course. */
    minutesOf: async (courseId: string, studentId: string): Promise<number> =>
      (await remembered.find(courseId))?.get(studentId) ?? 0,
    /** Writes down who changed it; what is so already stays. */
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
      remembered.forget(courseId);
    },
    removeAllOf: async (studentId: string): Promise<void> => {
      await model.deleteMany({ studentId });
      remembered.forgetAll();
    },
  };
};
