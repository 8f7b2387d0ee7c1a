import { can, scopeOfCourse } from '@qr-attendance/contracts';
import { type Caller, notFound } from '@qr-attendance/server';
import type { Course, CoursePage, Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { PermittedCourses } from '../../core/staff/staffed-courses.ts';

interface Stores {
  courses: Courses;
  enrollments: Enrollments;
  clock: () => Date;
}
type ListDeps = Stores & { staffedCourses: PermittedCourses };

/** Callers who are neither staff nor enrolled get the same error as for an unknown course. */
export const getCourse = async (
  { courses, enrollments, clock }: Stores,
  caller: Caller,
  courseId: string,
): Promise<Course> => {
  const course = await courses.find(courseId);
  if (!course || course.deleted) throw notFound('Course');
  if (can(caller, 'readCourse', scopeOfCourse(course), clock())) return course;
  const enrollment = await enrollments.find(courseId, caller.id);
  if (enrollment?.active) return course;
  const scope = (await courses.scopesOf([course]))(course);
  if (!can(caller, 'readCourse', scope, clock())) throw notFound('Course');
  return course;
};

const staffedCourseIds = async (
  { staffedCourses, clock }: { staffedCourses: PermittedCourses; clock: () => Date },
  caller: Caller,
): Promise<string[]> => {
  const staffed = await staffedCourses.list(caller.id);
  return staffed
    .filter((course) => can(caller, 'readCourse', scopeOfCourse(course), clock()))
    .map(({ id }) => id);
};

export const listCourses = async (context: ListDeps, caller: Caller, page: CoursePage): Promise<Course[]> => {
  const ids =
    caller.userType === 'STUDENT'
      ? await context.enrollments.courseIdsOf(caller.id)
      : await staffedCourseIds(context, caller);
  return context.courses.list({ ids }, page);
};

export const listAvailableCourses = async (
  context: ListDeps,
  student: Caller,
  page: CoursePage,
): Promise<Course[]> =>
  context.courses.list({ exceptIds: await context.enrollments.closedCourseIdsOf(student.id) }, page);
