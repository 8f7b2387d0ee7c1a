import { routes } from '@qr-attendance/contracts';
import { type Caller, type InternalClient, notFound } from '@qr-attendance/server';
import type { Course, Courses, Enrollments } from './projections.ts';

interface Known {
  courses: Courses;
  courseService: InternalClient;
}

const fetchCourse = async ({ courses, courseService }: Known, id: string): Promise<Course | undefined> => {
  const fetched = await courseService.get(routes.course.getCourseInternal, { id });
  if (fetched) await courses.upsert(fetched);
  return fetched && { ...fetched, sessionDefaults: fetched.sessionDefaults ?? {} };
};

/** Unknown courses are requested from the course service, and left out while it is unavailable. */
export const findCourses = async (known: Known, ids: string[]): Promise<Map<string, Course>> => {
  const wanted = [...new Set(ids)];
  const lastSeen = await known.courses.findAll(wanted);
  const found = new Map(lastSeen.map((course) => [course.id, course]));
  const missing = wanted.filter((id) => !found.has(id));
  // A course that cannot be fetched does not block the others.
  const asked = await Promise.all(missing.map((id) => fetchCourse(known, id).catch(() => undefined)));
  for (const course of asked) if (course) found.set(course.id, course);
  return found;
};

/**
 * The course service is asked first, so that new session defaults apply to the next session; the last known
 * state is used while it is unavailable.
 */
export const findOwnCourse = async (known: Known, teacher: Caller, id: string): Promise<Course> => {
  const [asked] = await Promise.allSettled([fetchCourse(known, id)]);
  const [stored] = await known.courses.findAll([id]);
  const fetched = asked.status === 'fulfilled' ? asked.value : undefined;
  const course = fetched && stored && fetched.version > stored.version ? fetched : stored;
  if (course?.teacherId === teacher.id) return course;
  if (asked.status === 'rejected') throw asked.reason;
  throw notFound('Course');
};

export const isEnrolled = async (
  { enrollments, courseService }: Pick<Known, 'courseService'> & { enrollments: Enrollments },
  studentId: string,
  courseId: string,
): Promise<boolean> => {
  if (await enrollments.isEnrolled(studentId, courseId)) return true;
  const enrollment = await courseService.get(routes.course.getEnrollmentInternal, {
    id: courseId,
    studentId,
  });
  if (!enrollment) return false;
  await enrollments.upsert(enrollment);
  return enrollment.active;
};
