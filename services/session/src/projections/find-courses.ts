import {
  type Action,
  can,
  type CoveredSection,
  routes,
  type Scope,
  scopeOfCourse,
  staffedCourses,
  type StaffedCourses,
} from '@qr-attendance/contracts';
import { type Caller, type InternalClient, requireCan } from '@qr-attendance/server';
import type { Course, Courses, Enrollments } from './projections.ts';
import type { Units } from './units.ts';

export interface CourseStores {
  courses: Courses;
  units: Units;
  courseService: InternalClient;
  clock: () => Date;
}

type Fetching = Pick<CourseStores, 'courses' | 'courseService'>;

const fetchCourse = async ({ courses, courseService }: Fetching, id: string): Promise<Course | undefined> => {
  const fetched = await courseService.get(routes.course.getCourseInternal, { id });
  if (fetched) await courses.upsert(fetched);
  return fetched && { ...fetched, sessionDefaults: fetched.sessionDefaults ?? {} };
};

/** Unknown courses are requested from the course service, and left out while it is unavailable. */
export const findCourses = async (known: Fetching, ids: string[]): Promise<Map<string, Course>> => {
  const wanted = [...new Set(ids)];
  const lastSeen = await known.courses.findAll(wanted);
  const found = new Map(lastSeen.map((course) => [course.id, course]));
  const missing = wanted.filter((id) => !found.has(id));
  // A course that cannot be fetched does not block the others.
  const asked = await Promise.all(missing.map((id) => fetchCourse(known, id).catch(() => undefined)));
  for (const course of asked) if (course) found.set(course.id, course);
  return found;
};

/** Fetches a course with its unit and all units above it. */
const fetchScope = async (known: CourseStores, id: string): Promise<Course | undefined> => {
  const course = await fetchCourse(known, id);
  if (!course?.unitId) return course;
  const path = await known.courseService.get(routes.course.getUnitPathInternal, { id: course.unitId });
  await Promise.all((path ?? []).map((unit) => known.units.upsert(unit)));
  return course;
};

/** The scope of something that covers these sections of a course; all of it if missing. */
export const scopeOfSections = (scope: Scope, sections: CoveredSection[] | undefined): Scope => ({
  ...scope,
  sectionIds: sections?.map(({ sectionId }) => sectionId),
});

export const mayOn = async (
  { units }: Pick<CourseStores, 'units'>,
  caller: Caller,
  action: Action,
  course: Course | undefined,
  now: Date,
  sections?: CoveredSection[],
): Promise<boolean> =>
  course !== undefined &&
  (can(caller, action, scopeOfSections(scopeOfCourse(course), sections), now) ||
    can(caller, action, scopeOfSections((await units.scopesOf([course]))(course), sections), now));

/**
 * The course service is asked first, so that new session defaults apply to the next session; the last known
 * state is used while it is unavailable.
 */
export const findNewestCourse = async (
  known: CourseStores,
  caller: Caller,
  action: Action,
  id: string,
): Promise<Course> => {
  const [asked] = await Promise.allSettled([fetchScope(known, id)]);
  const [stored] = await known.courses.findAll([id]);
  const fetched = asked.status === 'fulfilled' ? asked.value : undefined;
  const course = fetched && stored && fetched.version > stored.version ? fetched : stored;
  const now = known.clock();
  // A role may have been given after the last known state.
  if (asked.status === 'rejected' && !(await mayOn(known, caller, action, course, now))) throw asked.reason;
  requireCan(caller, action, course && (await known.units.scopesOf([course]))(course), 'Course', now);
  return course as Course;
};

export interface AskedOf {
  what?: string;
  sections?: CoveredSection[] | undefined;
}

/**
 * Requires a role that allows the action, in one of the sections if any are given. The course service is asked before anybody is refused; while it is
 * unavailable, the last known staff decide.
 *
 * @throws DomainError (forbidden, not_found)
 */
export const requireOnCourse = async (
  known: CourseStores,
  caller: Caller,
  action: Action,
  courseId: string,
  { what = 'Course', sections }: AskedOf = {},
): Promise<Course> => {
  const now = known.clock();
  const [stored] = await known.courses.findAll([courseId]);
  if (stored && (await mayOn(known, caller, action, stored, now, sections))) return stored;
  const course = await fetchScope(known, courseId).catch((error: unknown) => {
    if (!stored) throw error;
    return stored;
  });
  const scope = course && scopeOfSections((await known.units.scopesOf([course]))(course), sections);
  requireCan(caller, action, scope, what, now);
  return course as Course;
};

/**
 * Courses in which the caller has a role that allows the action. Those of a unit in which the caller has a role
 * are found only one by one.
 */
export const findStaffedCourses = async (
  { courses, units, clock }: Pick<CourseStores, 'courses' | 'units' | 'clock'>,
  caller: Caller,
  action: Action,
  wanted?: string,
): Promise<StaffedCourses> => {
  const found = await (wanted === undefined ? courses.listStaffed(caller.id) : courses.findAll([wanted]));
  const scopeOf = wanted === undefined ? scopeOfCourse : await units.scopesOf(found);
  const scoped = found.map((course) => ({ id: course.id, scope: scopeOf(course) }));
  return staffedCourses(caller, action, scoped, clock());
};

export const isEnrolled = async (
  { enrollments, courseService }: Pick<CourseStores, 'courseService'> & { enrollments: Enrollments },
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

/** The first of these courses that a student is in; the course service is asked last. */
export const findCourseOf = async (
  known: Pick<CourseStores, 'courseService'> & { enrollments: Enrollments },
  studentId: string,
  courseIds: string[],
): Promise<string | undefined> => {
  if (courseIds.length > 1)
    for (const id of courseIds) if (await known.enrollments.isEnrolled(studentId, id)) return id;
  for (const id of courseIds) if (await isEnrolled(known, studentId, id)) return id;
  return undefined;
};
