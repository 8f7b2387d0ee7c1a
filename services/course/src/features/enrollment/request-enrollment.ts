import {
  ENROLLMENT_REQUESTS_OF_STUDENT,
  type EnrollmentRequest as RequestAnswer,
  type EnrollmentState,
  routes,
} from '@qr-attendance/contracts';
import { type Caller, conflict, type InternalClient } from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { findCourseFor } from '../../core/courses/find-course-for.ts';
import { sectionToJoin } from '../../core/courses/rules/sections.ts';
import { findCourse, getEnrollmentState, requireNotArchived } from './enroll.ts';
import { admitStudent } from './manage-students.ts';
import type { Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
}

const tooManyRequestsError = (message: string) => conflict('too_many_enrollment_requests', message);

/**
 * If enrolling requires something else, or the teacher declined before, writes nothing and returns what is
 * required.
 */
export const requestEnrollment = async (
  context: Deps,
  student: Caller,
  courseId: string,
  chosen?: string,
): Promise<EnrollmentState> => {
  const { enrolled, way } = await getEnrollmentState(context, student, courseId);
  if (enrolled || way !== 'APPROVAL') return { enrolled, way };
  if (chosen !== undefined) sectionToJoin(await findCourse(context, courseId), chosen);
  const outcome = await context.requests.add(courseId, student.id, chosen);
  if (outcome === 'too many of student')
    throw tooManyRequestsError(
      `You can ask to join ${ENROLLMENT_REQUESTS_OF_STUDENT} courses at a time. Cancel a request, or wait for an answer.`,
    );
  if (outcome === 'too many of course')
    throw tooManyRequestsError('Too many students are waiting to join this course. Ask your teacher.');
  return getEnrollmentState(context, student, courseId);
};

export const withdrawRequest = async (
  context: Deps,
  student: Caller,
  courseId: string,
): Promise<EnrollmentState> => {
  await context.requests.withdraw(courseId, student.id);
  return getEnrollmentState(context, student, courseId);
};

/** Includes the numbers and the email address, so that a teacher recognizes the student. */
export const listRequests = async (
  context: {
    courses: Courses;
    requests: EnrollmentRequests;
    people: PeopleProjection;
    auth: InternalClient;
    clock: () => Date;
  },
  teacher: Caller,
  courseId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<(RequestAnswer & { id: string })[]> => {
  await findCourseFor(context, teacher, 'manageStudents', courseId);
  const waiting = await context.requests.listWaiting(courseId, limit, after);
  const ids = waiting.map(({ studentId }) => studentId);
  // Without the numbers, the list is still useful.
  const [names, users = []] = await Promise.all([
    context.people.namesOf(ids),
    context.auth.post(routes.auth.listUsersInternal, { body: { ids } }).catch(() => []),
  ]);
  const usersById = new Map(users.map((user) => [user.id, user]));
  return waiting.map(({ id, studentId, requestedAt }) => {
    const user = usersById.get(studentId);
    return {
      id,
      student: {
        _id: studentId,
        name: user?.name ?? names.get(studentId) ?? null,
        ...(user && { email: user.email, usn: user.usn, regNo: user.regNo }),
      },
      requestedAt: requestedAt.toISOString(),
    };
  });
};

/** Ignores students without a pending request. */
export const approveRequests = async (
  context: Deps & { clock: () => Date },
  teacher: Caller,
  courseId: string,
  studentIds: string[],
): Promise<string[]> => {
  requireNotArchived(await findCourseFor(context, teacher, 'manageStudents', courseId));
  const waiting = await context.requests.findWaiting(courseId, studentIds);
  for (const { sectionId, ...ids } of waiting)
    await admitStudent(context, ids, {
      by: teacher.id,
      sectionIds: sectionId === undefined ? [] : [sectionId],
    });
  return waiting.map(({ studentId }) => studentId);
};

export const declineRequests = async (
  context: { courses: Courses; requests: EnrollmentRequests; clock: () => Date },
  teacher: Caller,
  courseId: string,
  studentIds: string[],
): Promise<string[]> => {
  await findCourseFor(context, teacher, 'manageStudents', courseId);
  const waiting = await context.requests.findWaiting(courseId, studentIds);
  const declined = waiting.map(({ studentId }) => studentId);
  await context.requests.decline(courseId, declined);
  return declined;
};
