import { type CoveredSection, routes, scopeOfCourse } from '@qr-attendance/contracts';
import { createStaffAccess, type InternalClient, type StaffAccess } from '@qr-attendance/server';
import type { Course, Courses, Enrollments } from './projections.ts';
import type { Units } from './units.ts';

interface CourseSource {
  courses: Courses;
  courseService: InternalClient;
}

export interface CourseStores extends CourseSource {
  units: Units;
  staffAccess: StaffAccess<Course>;
  clock: () => Date;
}

/** Requests unknown courses from the course service, and omits them while it is unavailable. */
export const findCourses = async (
  { courses, courseService }: CourseSource,
  ids: string[],
): Promise<Map<string, Course>> => {
  const wanted = [...new Set(ids)];
  const courseById = new Map((await courses.findAll(wanted)).map((course) => [course.id, course]));
  const fetchCourse = async (id: string): Promise<Course | undefined> => {
    const course = await courseService.get(routes.course.getCourseInternal, { id });
    if (course) await courses.upsert(course);
    return course && { ...course, sessionDefaults: course.sessionDefaults ?? {} };
  };
  const missing = wanted.filter((id) => !courseById.has(id));
  // A course that cannot be fetched does not block the others.
  const fetched = await Promise.all(missing.map((id) => fetchCourse(id).catch(() => undefined)));
  for (const course of fetched) if (course) courseById.set(course.id, course);
  return courseById;
};

export const sectionIdsOf = (sections: CoveredSection[] | undefined): string[] | undefined =>
  sections?.map(({ sectionId }) => sectionId);

export const createCourseAccess = ({
  courses,
  units,
  courseService,
  clock,
}: Omit<CourseStores, 'staffAccess'>): StaffAccess<Course> =>
  createStaffAccess<Course>({
    courseService,
    saveCourse: courses.upsert,
    saveUnit: units.upsert,
    findCourses: courses.findAll,
    listStaffedCourses: courses.listStaffed,
    listStaffedUnits: units.listStaffed,
    scopeOf: (course) => scopeOfCourse(course),
    scopesWithUnits: units.scopesOf,
    clock,
  });

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
