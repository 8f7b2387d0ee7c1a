import type { ExtraTime } from '@qr-attendance/contracts';
import { type Caller, notFound, ttlCache } from '@qr-attendance/server';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import type { Context } from '../context.ts';
import type { ExtraTimeDocument } from '../db/models.ts';
import { findOwnCourse, isEnrolled } from '../projections/find-courses.ts';

/** A whole hall scans for one course. Another replica hears of a change so much later. */
const REMEMBERED_MS = 2_000;

const idOf = (courseId: string, studentId: string) => `${courseId}:${studentId}`;

const toExtraTime = ({ courseId, studentId, minutes, changes }: ExtraTimeDocument): ExtraTime => ({
  courseId,
  studentId,
  minutes,
  changes: changes.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
});

/** Who has more time for a mark than others, by course. */
export const makeExtraTimes = (model: Model<ExtraTimeDocument>) => {
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
export type ExtraTimes = ReturnType<typeof makeExtraTimes>;

type Needs = Pick<Context, 'extraTimes' | 'courses' | 'courseService' | 'enrollments'>;

/** @throws DomainError (not found) for another's course, and for who is not in it */
const requireOwnStudent = async (context: Needs, teacher: Caller, courseId: string, studentId: string) => {
  await findOwnCourse(context, teacher, courseId);
  if (!(await isEnrolled(context, studentId, courseId))) throw notFound('Student');
};

/** How much more time a student of the teacher's own course has, and who said so when. */
export const getExtraTime = async (
  context: Needs,
  teacher: Caller,
  courseId: string,
  studentId: string,
): Promise<ExtraTime> => {
  await requireOwnStudent(context, teacher, courseId, studentId);
  return context.extraTimes.find(courseId, studentId);
};

/** Gives a student more time from the scan to the mark, or takes it back. No reason is asked for. */
export const setExtraTime = async (
  context: Needs & Pick<Context, 'clock'>,
  teacher: Caller,
  wanted: Omit<ExtraTime, 'changes'>,
): Promise<ExtraTime> => {
  const { courseId, studentId } = wanted;
  await requireOwnStudent(context, teacher, courseId, studentId);
  await context.extraTimes.save(wanted, teacher.id, context.clock());
  return context.extraTimes.find(courseId, studentId);
};
