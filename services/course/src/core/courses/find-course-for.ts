import { type Action, can, scopeOfCourse } from '@qr-attendance/contracts';
import { type Caller, requireCan } from '@qr-attendance/server';
import type { Course, Courses } from './courses.ts';

export interface CourseStore {
  courses: Courses;
  clock: () => Date;
}

/** @throws DomainError (forbidden, not_found) unless the caller's role allows the action */
export const findCourseFor = async (
  { courses, clock }: CourseStore,
  caller: Caller,
  action: Action,
  id: string,
): Promise<Course> => {
  const course = await courses.find(id);
  if (course && can(caller, action, scopeOfCourse(course), clock())) return course;
  const scope = course && (await courses.scopesOf([course]))(course);
  requireCan(caller, action, scope, 'Course', clock());
  return course as Course;
};
