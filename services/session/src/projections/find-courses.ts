import { type Action, can, routes, scopeOfCourse } from '@qr-attendance/contracts';
import { type Caller, type InternalClient, requireCan } from '@qr-attendance/server';
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
export const findNewestCourse = async (
  known: Known & { clock: () => Date },
  caller: Caller,
  action: Action,
  id: string,
): Promise<Course> => {
  const [asked] = await Promise.allSettled([fetchCourse(known, id)]);
  const [stored] = await known.courses.findAll([id]);
  const fetched = asked.status === 'fulfilled' ? asked.value : undefined;
  const course = fetched && stored && fetched.version > stored.version ? fetched : stored;
  const scope = course && scopeOfCourse(course);
  const now = known.clock();
  // A role may have been given after the last known state.
  if (asked.status === 'rejected' && !(scope && can(caller, action, scope, now))) throw asked.reason;
  requireCan(caller, action, scope, 'Course', now);
  return course as Course;
};

/**
 * Requires a role that allows the action. The course service is asked before anybody is refused; while it is
 * unavailable, the last known staff decide.
 *
 * @throws DomainError (forbidden, not_found)
 */
export const requireOnCourse = async (
  known: Known & { clock: () => Date },
  caller: Caller,
  action: Action,
  courseId: string,
  what = 'Course',
): Promise<Course> => {
  const now = known.clock();
  const [stored] = await known.courses.findAll([courseId]);
  if (stored && can(caller, action, scopeOfCourse(stored), now)) return stored;
  const course = await fetchCourse(known, courseId).catch((error: unknown) => {
    if (!stored) throw error;
    return stored;
  });
  requireCan(caller, action, course && scopeOfCourse(course), what, now);
  return course as Course;
};

/** Courses in which the caller has a role that allows the action. */
export const staffedCourseIds = async (
  { courses, clock }: Pick<Known, 'courses'> & { clock: () => Date },
  caller: Caller,
  action: Action,
): Promise<string[]> =>
  (await courses.listStaffed(caller.id))
    .filter((course) => can(caller, action, scopeOfCourse(course), clock()))
    .map(({ id }) => id);

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
