import { routes } from '@qr-attendance/contracts';
import { type Caller, type InternalClient, notFound } from '@qr-attendance/server';
import type { Course, Courses, Enrollments } from './projections.ts';

interface Deps {
  courses: Courses;
  courseService: InternalClient;
}

const makeAskForCourse =
  ({ courses, courseService }: Deps) =>
  async (id: string): Promise<Course | undefined> => {
    const told = await courseService.get(routes.course.getCourseInternal, { id });
    if (told) await courses.learn(told);
    return told && { sessionDefaults: {}, ...told };
  };

/** Finds courses by id; one not heard of yet is asked of the course service, and left out while that does not answer. */
export const makeFindCourses = (deps: Deps) => {
  const askForCourse = makeAskForCourse(deps);
  return async (ids: string[]): Promise<Map<string, Course>> => {
    const wanted = [...new Set(ids)];
    const known = await deps.courses.findAll(wanted);
    const found = new Map(known.map((course) => [course.id, course]));
    const missing = wanted.filter((id) => !found.has(id));
    // One that cannot be had keeps none of the others back.
    const asked = await Promise.all(missing.map((id) => askForCourse(id).catch(() => undefined)));
    for (const told of asked) if (told) found.set(told.id, told);
    return found;
  };
};
export type FindCourses = ReturnType<typeof makeFindCourses>;

/**
 * Finds a course of the teacher's own as it is now, as last heard while the course service does not answer: what a
 * teacher just chose for its sessions holds for the next one.
 * @throws DomainError (not found), never without having asked
 */
export const makeFindOwnCourse = (deps: Deps) => {
  const askForCourse = makeAskForCourse(deps);
  return async (teacher: Caller, id: string): Promise<Course> => {
    const [asked] = await Promise.allSettled([askForCourse(id)]);
    const [course] = await deps.courses.findAll([id]);
    if (course?.teacherId === teacher.id) return course;
    if (asked.status === 'rejected') throw asked.reason;
    throw notFound('Course');
  };
};
export type FindOwnCourse = ReturnType<typeof makeFindOwnCourse>;

/** Whether a student is enrolled in a course; a no is the course service's own. */
export const makeIsEnrolled =
  ({ enrollments, courseService }: { enrollments: Enrollments; courseService: InternalClient }) =>
  async (studentId: string, courseId: string): Promise<boolean> => {
    if (await enrollments.isEnrolled(studentId, courseId)) return true;
    const told = await courseService.get(routes.course.getEnrollmentInternal, { id: courseId, studentId });
    if (!told) return false;
    await enrollments.learn(told);
    return told.active;
  };
export type IsEnrolled = ReturnType<typeof makeIsEnrolled>;
