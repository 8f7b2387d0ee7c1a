import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import { type InternalClient, ttlCache, type TtlCache } from '@qr-attendance/server';
import { findCourses } from '../projections/find-courses.ts';
import type { Course, Courses, Enrollments } from '../projections/projections.ts';

/** How long a changed name of a course or teacher may stay unseen by those who scan. */
const REMEMBERED_MS = 2_000;

/** For so long a ticket may still say that a student who left is enrolled. The mark is judged by what is true then. */
const ENROLLED_MS = 10_000;
/** Members of larger courses are looked up one by one. */
const MAX_CACHED_MEMBERS = 5_000;
/** A university teaches fewer at the same moment. */
const MAX_COURSES = 500;

/**
 * Caches what a whole lecture hall asks for at once: the course and teacher of the scanned session, and its members.
 */
export interface ScanCaches {
  courses: TtlCache<Course>;
  teachers: TtlCache<{ name: string }>;
  enrolled: TtlCache<Set<string>>;
}
export const createScanCaches = (owners: {
  courses: Courses;
  courseService: InternalClient;
  people: PeopleProjection;
  auth: InternalClient;
  enrollments: Enrollments;
}): ScanCaches => ({
  courses: ttlCache(async (id) => (await findCourses(owners, [id])).get(id), REMEMBERED_MS),
  teachers: ttlCache(async (id) => {
    const name = (await findNames(owners, [id])).get(id);
    return name === undefined ? undefined : { name };
  }, REMEMBERED_MS),
  enrolled: ttlCache(
    async (courseId) => new Set(await owners.enrollments.studentIdsOf(courseId, MAX_CACHED_MEMBERS)),
    ENROLLED_MS,
    MAX_COURSES,
  ),
});
