import { routes } from '@qr-attendance/contracts';
import {
  type Caller,
  conflict,
  type DomainError,
  type InternalClient,
  temporarilyUnavailable,
} from '@qr-attendance/server';
import type { createAccess } from '../../core/memberships/enrollment-keys.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';
import type { Courses } from '../../core/courses/courses.ts';
import { changeCourseFor } from '../../core/courses/change-courses.ts';
import { findCourseFor } from '../../core/courses/find-course-for.ts';

/** The nil UUID (RFC 9562, section 5.9). */
const NO_OWNER = '00000000-0000-0000-0000-000000000000';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
  access: Pick<ReturnType<typeof createAccess>, 'remove'>;
  requests: Pick<EnrollmentRequests, 'removeOfCourse'>;
  sessionService: InternalClient | undefined;
  clock: () => Date;
}

const notEmptyError = (what: string): DomainError =>
  conflict('course_not_empty', `This course has ${what}. Archive it instead.`);

const requireNoSessions = async (
  { sessionService }: Pick<Deps, 'sessionService'>,
  courseId: string,
): Promise<void> => {
  const counted = await sessionService?.get(routes.session.countSessionsInternal, { courseId });
  if (!counted) throw temporarilyUnavailable();
  if (counted.sessions > 0) throw notEmptyError('sessions');
};

/**
 * Keeps an empty record without an owner, so that other services receive the deletion, even from a replay.
 */
export const deleteCourse = async (context: Deps, teacher: Caller, id: string): Promise<void> => {
  await findCourseFor(context, teacher, 'deleteCourse', id);
  if ((await context.enrollments.listOpen(id)).length > 0) throw notEmptyError('students');
  await requireNoSessions(context, id);
  await changeCourseFor(context, teacher, 'deleteCourse', id, ({ version, semester, externalId }) => ({
    id,
    // Keeps the external id, so that the same file does not create the course again.
    externalId,
    name: 'Deleted course',
    code: '–',
    sections: [{ id, name: '–' }],
    semester,
    teacherId: NO_OWNER,
    deleted: true,
    version,
  }));
  await context.access.remove(id);
  await context.requests.removeOfCourse(id);
  // Students may have enrolled in the meantime.
  for (const enrollment of await context.enrollments.listOpen(id))
    await context.enrollments.end(enrollment, { how: 'REMOVED', by: teacher.id }, context.clock());
};
