import { type ExtraTime, routes } from '@qr-attendance/contracts';
import { type Caller, implement, type Implementation, notFound } from '@qr-attendance/server';
import { type CourseStores, isEnrolled } from '../../projections/find-courses.ts';
import type { ExtraTimes } from '../../core/extra-time/extra-time.ts';
import type { Enrollments } from '../../projections/projections.ts';

interface ExtraTimeDeps extends CourseStores {
  extraTimes: ExtraTimes;
  enrollments: Enrollments;
}

const requireOwnStudent = async (
  context: ExtraTimeDeps,
  teacher: Caller,
  courseId: string,
  studentId: string,
) => {
  await context.staffAccess.requireOnCourse(teacher, 'manageStudents', courseId);
  if (!(await isEnrolled(context, studentId, courseId))) throw notFound('Student');
};

const getExtraTime = async (
  context: ExtraTimeDeps,
  teacher: Caller,
  courseId: string,
  studentId: string,
): Promise<ExtraTime> => {
  await requireOwnStudent(context, teacher, courseId, studentId);
  return context.extraTimes.find(courseId, studentId);
};

const setExtraTime = async (
  context: ExtraTimeDeps,
  teacher: Caller,
  wanted: Omit<ExtraTime, 'changes'>,
): Promise<ExtraTime> => {
  const { courseId, studentId } = wanted;
  await requireOwnStudent(context, teacher, courseId, studentId);
  await context.extraTimes.save(wanted, teacher.id, context.clock());
  return context.extraTimes.find(courseId, studentId);
};

export const extraTimeRoutes = (context: ExtraTimeDeps): Implementation[] => [
  implement(routes.session.getExtraTime, ({ caller, params }) =>
    getExtraTime(context, caller, params.courseId, params.studentId),
  ),
  implement(routes.session.setExtraTime, ({ caller, params, body }) =>
    setExtraTime(context, caller, { ...params, ...body }),
  ),
];
