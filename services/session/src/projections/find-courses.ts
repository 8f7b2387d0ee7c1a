import { routes } from '@qr-attendance/contracts';
import { type Caller, type InternalClient, notFound } from '@qr-attendance/server';
import type { Course, Courses, Enrollments } from './projections.ts';

interface Known {
  courses: Courses;
  courseService: InternalClient;
}

const askForCourse = async ({ courses, courseService }: Known, id: string): Promise<Course | undefined> => {
  const told = await courseService.get(routes.course.getCourseInternal, { id });
  if (told) await courses.learn(told);
  return told && { ...told, sessionDefaults: told.sessionDefaults ?? {} };
};

/** Finds courses by id; one not heard of yet is asked of the course service, and left out while that does not answer. */
export const findCourses = async (known: Known, ids: string[]): Promise<Map<string, Course>> => {
  const wanted = [...new Set(ids)];
  const lastSeen = await known.courses.findAll(wanted);
  const found = new Map(lastSeen.map((course) => [course.id, course]));
  const missing = wanted.filter((id) => !found.has(id));
  // A course that cannot be fetched does not hold up the others.
  const asked = await Promise.all(missing.map((id) => askForCourse(known, id).catch(() => undefined)));
  for (const told of asked) if (told) found.set(told.id, told);
  return found;
};

/**
 * Finds a course of the teacher's own as it is now, as last heard while the course service does not answer: what a
 * teacher just chose for its sessions holds for the next one.
 * @throws DomainError (not found), never without having asked
 */
export const findOwnCourse = async (known: Known, teacher: Caller, id: string): Promise<Course> => {
  const [asked] = await Promise.allSettled([askForCourse(known, id)]);
  const [heard] = await known.courses.findAll([id]);
  const told = asked.status === 'fulfilled' ? asked.value : undefined;
  const course = told && heard && told.version > heard.version ? told : heard;
  if (course?.teacherId === teacher.id) return course;
  if (asked.status === 'rejected') throw asked.reason;
  throw notFound('Course');
};

/** Whether a student is enrolled in a course; a no is the course service's own. */
export const isEnrolled = async (
  { enrollments, courseService }: Pick<Known, 'courseService'> & { enrollments: Enrollments },
  studentId: string,
  courseId: string,
): Promise<boolean> => {
  if (await enrollments.isEnrolled(studentId, courseId)) return true;
  const told = await courseService.get(routes.course.getEnrollmentInternal, { id: courseId, studentId });
  if (!told) return false;
  await enrollments.learn(told);
  return told.active;
};
