import type { Course as CourseAnswer } from '@qr-attendance/contracts';
import { findNames } from '@qr-attendance/messaging/mongo';
import { type Caller, notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { Course, CoursePosition } from './courses.ts';

type Stores = Pick<Context, 'courses' | 'enrollments'>;
export interface Page {
  limit: number;
  after?: CoursePosition;
}

/** Finds a course of the teacher's own, or one the student is enrolled in; anyone else learns not even that it exists. */
export const getCourse = async (
  { courses, enrollments }: Stores,
  caller: Caller,
  courseId: string,
): Promise<Course> => {
  const course = await courses.find(courseId);
  if (!course || course.deleted) throw notFound('Course');
  if (course.teacherId === caller.id) return course;
  const enrollment = await enrollments.find(courseId, caller.id);
  if (!enrollment?.active) throw notFound('Course');
  return course;
};

/** Lists a teacher's own courses, or those a student is enrolled in. */
export const listCourses = async (
  { courses, enrollments }: Stores,
  caller: Caller,
  { limit, after }: Page,
): Promise<Course[]> => {
  if (caller.userType === 'TEACHER') return courses.list({ teacherId: caller.id }, limit, after);
  return courses.list({ ids: await enrollments.courseIdsOf(caller.id) }, limit, after);
};

/** Lists the courses that a student can enroll in without an invitation. */
export const listAvailableCourses = async (
  { courses, enrollments }: Stores,
  student: Caller,
  { limit, after }: Page,
): Promise<Course[]> =>
  courses.list({ exceptIds: await enrollments.closedCourseIdsOf(student.id) }, limit, after);

type Describing = Pick<Context, 'enrollments' | 'requests' | 'people' | 'auth'>;

/** The states of the student's enrollment requests for these courses. */
const requestsOf = async ({ requests }: Pick<Context, 'requests'>, { id, userType }: Caller) =>
  new Map(
    userType === 'STUDENT' ? (await requests.listOf(id)).map(({ courseId, state }) => [courseId, state]) : [],
  );

/** Describes courses to a caller: who is enrolled and what sessions require is for the course's own teacher alone. */
export const describeCourses = async (
  context: Describing,
  caller: Caller,
  courses: Course[],
): Promise<CourseAnswer[]> => {
  const { enrollments } = context;
  const isOwn = (course: Course) => course.teacherId === caller.id;
  const idsOf = (some: Course[]) => some.map(({ id }) => id);
  const [names, students, counts, asked, waiting] = await Promise.all([
    findNames(
      context,
      courses.map(({ teacherId }) => teacherId),
    ),
    enrollments.studentIdsOf(idsOf(courses.filter(isOwn))),
    enrollments.countsOf(idsOf(courses.filter((course) => !isOwn(course)))),
    requestsOf(context, caller),
    context.requests.countsOf(idsOf(courses.filter(isOwn))),
  ]);
  return courses.map((course) => {
    const { id, teacherId, sessionDefaults, version, deleted: _deleted, ...details } = course;
    const teacherName = names.get(teacherId);
    const enrolled = isOwn(course) ? (students.get(id) ?? []) : undefined;
    return {
      _id: id,
      ...details,
      teacher: { _id: teacherId, user: teacherName === undefined ? null : { name: teacherName } },
      studentCount: enrolled?.length ?? counts.get(id) ?? 0,
      students: enrolled,
      sessionDefaults: isOwn(course) ? sessionDefaults : undefined,
      request: asked.get(id),
      requestCount: waiting.get(id),
      version: isOwn(course) ? version : undefined,
    };
  });
};

/** The same of one course. */
export const describeCourse = async (
  context: Describing,
  caller: Caller,
  course: Course,
): Promise<CourseAnswer> => {
  const [answer] = await describeCourses(context, caller, [course]);
  if (!answer) throw notFound('Course');
  return answer;
};
