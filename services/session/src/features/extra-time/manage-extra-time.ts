import type { ExtraTime } from '@qr-attendance/contracts';
import { type Caller, notFound } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import { isEnrolled, requireOnCourse } from '../../projections/find-courses.ts';

type Needs = Pick<Context, 'extraTimes' | 'courses' | 'units' | 'courseService' | 'enrollments' | 'clock'>;

const requireOwnStudent = async (context: Needs, teacher: Caller, courseId: string, studentId: string) => {
  await requireOnCourse(context, teacher, 'manageStudents', courseId);
  if (!(await isEnrolled(context, studentId, courseId))) throw notFound('Student');
};

export const getExtraTime = async (
  context: Needs,
  teacher: Caller,
  courseId: string,
  studentId: string,
): Promise<ExtraTime> => {
  await requireOwnStudent(context, teacher, courseId, studentId);
  return context.extraTimes.find(courseId, studentId);
};

export const setExtraTime = async (
  context: Needs,
  teacher: Caller,
  wanted: Omit<ExtraTime, 'changes'>,
): Promise<ExtraTime> => {
  const { courseId, studentId } = wanted;
  await requireOwnStudent(context, teacher, courseId, studentId);
  await context.extraTimes.save(wanted, teacher.id, context.clock());
  return context.extraTimes.find(courseId, studentId);
};
