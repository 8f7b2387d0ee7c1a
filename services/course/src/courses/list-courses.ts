import type { Caller } from '@qr-attendance/server';
import type { Courses } from './courses.ts';
import type { Enrollments } from '../enrollment/enrollments.ts';
import type { Course, CoursePosition } from './rules/course.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
}
export interface Page {
  limit: number;
  after?: CoursePosition;
}

/** Lists a teacher's own courses, or those a student is enrolled in. */
export const makeListCourses =
  ({ courses, enrollments }: Deps) =>
  async (caller: Caller, { limit, after }: Page): Promise<Course[]> => {
    if (caller.userType === 'TEACHER') return courses.list({ teacherId: caller.id }, limit, after);
    return courses.list({ ids: await enrollments.courseIdsOf(caller.id) }, limit, after);
  };

/** Lists the courses a student is not enrolled in. */
export const makeListAvailableCourses =
  ({ courses, enrollments }: Deps) =>
  async (student: Caller, { limit, after }: Page): Promise<Course[]> =>
    courses.list({ exceptIds: await enrollments.courseIdsOf(student.id) }, limit, after);
