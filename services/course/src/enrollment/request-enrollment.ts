import {
  ENROLLMENT_REQUESTS_OF_STUDENT,
  type EnrollmentRequest as RequestAnswer,
  type EnrollmentState,
  routes,
} from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findOwnCourse } from '../courses/change-courses.ts';
import { getEnrollmentState } from './enroll.ts';
import { letIn } from './manage-students.ts';

type Requesting = Pick<Context, 'courses' | 'enrollments' | 'requests'>;

const tooMany = (message: string) => new DomainError('conflict', 'too_many_enrollment_requests', message);

/**
 * Asks a course's teacher to let the student in. Where something else is needed, or the teacher said no before, nothing is
 * written, and the answer says what it takes.
 */
export const requestEnrollment = async (
  context: Requesting,
  student: Caller,
  courseId: string,
): Promise<EnrollmentState> => {
  const { enrolled, way } = await getEnrollmentState(context, student, courseId);
  if (enrolled || way !== 'APPROVAL') return { enrolled, way };
  const outcome = await context.requests.add(courseId, student.id);
  if (outcome === 'too many of student')
    throw tooMany(
      `You can ask to join ${ENROLLMENT_REQUESTS_OF_STUDENT} courses at a time. Cancel a request, or wait for an answer.`,
    );
  if (outcome === 'too many of course')
    throw tooMany('Too many students are waiting to join this course. Ask your teacher.');
  return getEnrollmentState(context, student, courseId);
};

/** Takes the student's own request back. One that was declined stays so. */
export const withdrawRequest = async (
  context: Requesting,
  student: Caller,
  courseId: string,
): Promise<EnrollmentState> => {
  await context.requests.withdraw(courseId, student.id);
  return getEnrollmentState(context, student, courseId);
};

/** Lists who asks to be let into a teacher's own course, with what tells a student of the course from a stranger. */
export const listRequests = async (
  context: Pick<Context, 'courses' | 'requests' | 'people' | 'auth'>,
  teacher: Caller,
  courseId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<(RequestAnswer & { id: string })[]> => {
  await findOwnCourse(context, teacher, courseId);
  const waiting = await context.requests.listWaiting(courseId, limit, after);
  const ids = waiting.map(({ studentId }) => studentId);
  // A list without numbers is better than no list.
  const [names, users = []] = await Promise.all([
    context.people.namesOf(ids),
    context.auth.post(routes.auth.listUsersInternal, { body: { ids } }).catch(() => []),
  ]);
  const known = new Map(users.map((user) => [user.id, user]));
  return waiting.map(({ id, studentId, requestedAt }) => {
    const user = known.get(studentId);
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

/**
 * Lets those in who asked for it; whose request is no longer there is left out.
 * @returns whom it reached
 */
export const approveRequests = async (
  context: Requesting & Pick<Context, 'clock'>,
  teacher: Caller,
  courseId: string,
  studentIds: string[],
): Promise<string[]> => {
  await findOwnCourse(context, teacher, courseId);
  const waiting = await context.requests.whoWaits(courseId, studentIds);
  for (const studentId of waiting) await letIn(context, { courseId, studentId });
  return waiting;
};

/** Declines requests. @returns whom it reached */
export const declineRequests = async (
  context: Pick<Context, 'courses' | 'requests'>,
  teacher: Caller,
  courseId: string,
  studentIds: string[],
): Promise<string[]> => {
  await findOwnCourse(context, teacher, courseId);
  const waiting = await context.requests.whoWaits(courseId, studentIds);
  await context.requests.decline(courseId, waiting);
  return waiting;
};
