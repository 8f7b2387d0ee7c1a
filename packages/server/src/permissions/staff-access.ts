import {
  type Action,
  type Actor,
  can,
  INSTITUTION,
  routes,
  type Scope,
  scopeOfUnit,
  staffedCourses,
  type PermittedCourses,
  type UnitStaffMember,
} from '@qr-attendance/contracts';
import type { CourseChanged, UnitChanged } from '@qr-attendance/contracts/events';
import type { InternalClient } from '../http/internal-client.ts';
import { requireCan } from './require-can.ts';

interface StaffAccessSource<Course extends { id: string }> {
  courseService: Pick<InternalClient, 'get'>;
  saveCourse: (course: CourseChanged) => Promise<unknown>;
  saveUnit: (unit: UnitChanged) => Promise<unknown>;
  findCourses: (ids: string[]) => Promise<Course[]>;
  listStaffedCourses: (userId: string) => Promise<Course[]>;
  listStaffedUnits: (userId: string) => Promise<{ id: string; staff: UnitStaffMember[] }[]>;
  /** Excludes the staff of units if `scopesWithUnits` is given. */
  scopeOf: (course: Course) => Scope;
  scopesWithUnits?: (courses: Course[]) => Promise<(course: Course) => Scope>;
  clock: () => Date;
}

interface AccessOptions {
  what?: string;
  /** The sections that the object belongs to; missing if it belongs to the whole course. */
  sectionIds?: readonly string[] | undefined;
}

/**
 * Decides from projections what the staff of courses may do, and asks the course service before it rejects
 * anybody.
 */
export const createStaffAccess = <Course extends { id: string }>(source: StaffAccessSource<Course>) => {
  const { courseService, findCourses, scopeOf, scopesWithUnits, clock } = source;

  /**
   * Fetches a course with its unit and all units above it.
   * @throws DomainError (unavailable)
   */
  const refreshCourse = async (id: string): Promise<void> => {
    const course = await courseService.get(routes.course.getCourseInternal, { id });
    if (course) await source.saveCourse(course);
    if (!course?.unitId) return;
    const path = await courseService.get(routes.course.getUnitPathInternal, { id: course.unitId });
    await Promise.all((path ?? []).map(source.saveUnit));
  };

  const isAllowedInOne = async (
    caller: Actor,
    action: Action,
    courses: Course[],
    { sectionIds }: AccessOptions,
  ): Promise<boolean> => {
    const isAllowed = (scope: Scope) => can(caller, action, { ...scope, sectionIds }, clock());
    if (courses.some((course) => isAllowed(scopeOf(course)))) return true;
    if (!scopesWithUnits) return false;
    const fullScopeOf = await scopesWithUnits(courses);
    return courses.some((course) => isAllowed(fullScopeOf(course)));
  };

  const requireOn = async (
    caller: Actor,
    action: Action,
    course: Course | undefined,
    { what = 'Course', sectionIds }: AccessOptions,
  ): Promise<void> => {
    const fullScopeOf = course && scopesWithUnits ? await scopesWithUnits([course]) : scopeOf;
    requireCan(caller, action, course && { ...fullScopeOf(course), sectionIds }, what, clock());
  };

  /**
   * Requires a role that allows the action in one of the courses, and in one of the sections if any are
   * given. While the course service is unavailable, the last known staff decide.
   * @param courseIds begins with the course that the object belongs to, whose refusal is thrown
   * @returns the known courses
   * @throws DomainError (forbidden, not_found, unavailable)
   */
  const requireOnCourses = async (
    caller: Actor,
    action: Action,
    courseIds: string[],
    options: AccessOptions = {},
  ): Promise<Course[]> => {
    const stored = await findCourses(courseIds);
    if (await isAllowedInOne(caller, action, stored, options)) return stored;
    const failures = new Map<string, unknown>();
    for (const id of courseIds) await refreshCourse(id).catch((error: unknown) => failures.set(id, error));
    const courses = await findCourses(courseIds);
    if (await isAllowedInOne(caller, action, courses, options)) return courses;
    const [firstId = ''] = courseIds;
    const wasKnown = stored.some(({ id }) => id === firstId);
    // The course is known but its units are not, because the event of a course may arrive before the events of its
    // units.
    if (!wasKnown && failures.has(firstId)) throw failures.get(firstId);
    const first = courses.find(({ id }) => id === firstId);
    await requireOn(caller, action, first, options);
    return courses;
  };

  const requireOnCourse = async (caller: Actor, action: Action, courseId: string): Promise<Course> => {
    const [course] = await requireOnCourses(caller, action, [courseId]);
    return course as Course;
  };

  /**
   * Asks the course service first, so that a change of the course applies at once; uses the last known state
   * while that service is unavailable.
   * @throws DomainError (forbidden, not_found, unavailable)
   */
  const requireOnNewestCourse = async (caller: Actor, action: Action, courseId: string): Promise<Course> => {
    const [refreshed] = await Promise.allSettled([refreshCourse(courseId)]);
    const [course] = await findCourses([courseId]);
    // The caller may have been given a role since the last known state.
    if (
      refreshed.status === 'rejected' &&
      !(await isAllowedInOne(caller, action, course ? [course] : [], {}))
    )
      throw refreshed.reason;
    await requireOn(caller, action, course, {});
    return course as Course;
  };

  return {
    refreshCourse,
    requireOnCourse,
    requireOnCourses,
    requireOnNewestCourse,
    /**
     * Lists courses in which the caller has a role that allows the action. Courses in which the caller only
     * has a role through a unit are missing; check them one by one.
     */
    staffedCourses: async (caller: Actor, action: Action, courseId?: string): Promise<PermittedCourses> => {
      const courses = await (courseId === undefined
        ? source.listStaffedCourses(caller.id)
        : findCourses([courseId]));
      const fullScopeOf =
        courseId !== undefined && scopesWithUnits ? await scopesWithUnits(courses) : scopeOf;
      const scoped = courses.map((course) => ({ id: course.id, scope: fullScopeOf(course) }));
      return staffedCourses(caller, action, scoped, clock());
    },
    /**
     * Lists units in which the caller has a role that allows reading, without the units below them; undefined
     * for the whole institution.
     */
    readableUnits: async (caller: Actor): Promise<string[] | undefined> => {
      const now = clock();
      if (can(caller, 'readUnit', INSTITUTION, now)) return undefined;
      const units = await source.listStaffedUnits(caller.id);
      return units.flatMap(({ id, staff }) => (can(caller, 'readUnit', scopeOfUnit(staff), now) ? [id] : []));
    },
  };
};
export type StaffAccess<Course extends { id: string }> = ReturnType<typeof createStaffAccess<Course>>;
