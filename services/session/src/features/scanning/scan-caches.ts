import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import { type InternalClient, ttlCache, type TtlCache } from '@qr-attendance/server';
import { findCourses } from '../../projections/find-courses.ts';
import type { Course, Courses, Enrollments } from '../../projections/projections.ts';

const NAME_TTL_MS = 2_000;

/**
 * Maximum time for which a ticket may have an outdated enrollment or section. The mark is judged by the
 * current state.
 */
const ENROLLED_TTL_MS = 10_000;
const MAX_CACHED_MEMBERS = 5_000;
const MAX_COURSES = 500;

export interface ScanCaches {
  courses: TtlCache<Course>;
  teachers: TtlCache<{ name: string }>;
  sections: TtlCache<Map<string, string>>;
}
export const createScanCaches = (owners: {
  courses: Courses;
  courseService: InternalClient;
  people: PeopleProjection;
  auth: InternalClient;
  enrollments: Enrollments;
}): ScanCaches => ({
  courses: ttlCache(async (id) => (await findCourses(owners, [id])).get(id), NAME_TTL_MS),
  teachers: ttlCache(async (id) => {
    const name = (await findNames(owners, [id])).get(id);
    return name === undefined ? undefined : { name };
  }, NAME_TTL_MS),
  sections: ttlCache(
    async (courseId) => owners.enrollments.sectionsOfStudents(courseId, MAX_CACHED_MEMBERS),
    ENROLLED_TTL_MS,
    MAX_COURSES,
  ),
});
