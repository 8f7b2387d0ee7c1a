import type { ExtraTime } from '@qr-attendance/contracts';
import { type Caller, notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findOwnCourse, isEnrolled } from '../projections/find-courses.ts';

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
