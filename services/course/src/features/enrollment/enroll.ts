import { enrollmentModeSchema, knownOrOther, type EnrollmentState } from '@qr-attendance/contracts';
import {
  type Caller,
  conflict,
  DomainError,
  forbidden,
  notFound,
  RETRY,
  retryOnConflict,
} from '@qr-attendance/server';
import type { Course, Courses } from '../../core/courses/courses.ts';
import { sectionToJoin } from '../../core/courses/rules/sections.ts';
import { isCorrectKey, type CourseAccess } from '../../core/memberships/enrollment-keys.ts';
import { type Enrollment, mayLeave } from '../../core/memberships/enrollment-standing.ts';
import type { EnrollmentRequest, EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { KeyAttempts } from './wrong-keys.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
  access: CourseAccess;
  requests: EnrollmentRequests;
  keyTries: KeyAttempts;
  clock: () => Date;
}

const refusals = {
  archived: () => forbidden('enrollment_archived', 'This course is archived. Ask your teacher.'),
  closed: () =>
    forbidden('enrollment_closed', 'This course is not open for enrollment. Ask your teacher to add you.'),
  removed: () =>
    forbidden('enrollment_removed', 'Your teacher removed you from this course. Ask to be put back.'),
  invitation: () =>
    forbidden('invitation_required', 'You need an invitation link for this course. Ask your teacher for it.'),
  approval: () =>
    forbidden('approval_required', 'Your teacher has to let you in. Reload the page to ask for it.'),
  noKey: () => forbidden('enrollment_key_required', 'Enter the enrollment key of this course.'),
  wrongKey: () => forbidden('wrong_enrollment_key', 'This enrollment key is wrong.'),
};

const modeOf = ({ archived, enrollmentMode = 'OPEN' }: Course) =>
  archived ? 'CLOSED' : knownOrOther(enrollmentModeSchema, enrollmentMode);

const takesInvitations = (course: Course) =>
  ['OPEN', 'KEY', 'INVITATION', 'APPROVAL'].includes(modeOf(course));

const requireKey = async (
  { access, keyTries }: { access: CourseAccess; keyTries: KeyAttempts },
  student: Caller,
  courseId: string,
  typed: string,
): Promise<void> => {
  if (!typed) throw refusals.noKey();
  await keyTries.count(student);
  const { key } = await access.of(courseId);
  if (key === undefined || !isCorrectKey(key, typed)) throw refusals.wrongKey();
  await keyTries.forget(student);
};

interface Admission {
  sectionId?: string | undefined;
  key?: string | undefined;
  invited?: boolean;
}

const requireAdmission = async (
  context: { access: CourseAccess; keyTries: KeyAttempts },
  student: Caller,
  course: Course,
  { key = '', invited = false }: Admission,
): Promise<void> => {
  if (course.archived) throw refusals.archived();
  const mode = modeOf(course);
  if (mode === 'OPEN' || (invited && takesInvitations(course))) return;
  if (mode === 'KEY') return requireKey(context, student, course.id, key);
  if (mode === 'APPROVAL') throw refusals.approval();
  throw mode === 'INVITATION' ? refusals.invitation() : refusals.closed();
};

const isRemoved = (enrollment: Enrollment | undefined) => enrollment?.ended === 'REMOVED';

export const findCourse = async ({ courses }: { courses: Courses }, id: string): Promise<Course> => {
  const course = await courses.find(id);
  if (!course || course.deleted) throw notFound('Course');
  return course;
};

/** The roster of an archived course cannot be changed. */
export const requireNotArchived = ({ archived }: Pick<Course, 'archived'>): void => {
  if (archived) throw conflict('course_archived', 'This course is archived. Restore it first.');
};

export const enroll = async (
  context: Deps,
  student: Caller,
  courseId: string,
  admission: Admission = {},
): Promise<Course> => {
  const { enrollments, clock } = context;
  const course = await findCourse(context, courseId);
  if ((await enrollments.find(courseId, student.id))?.active) return course;
  const sectionId = sectionToJoin(course, admission.sectionId);
  await requireAdmission(context, student, course, admission);
  await retryOnConflict('membership', async () => {
    const enrollment = await enrollments.find(courseId, student.id);
    if (enrollment?.active) return true;
    if (isRemoved(enrollment)) throw refusals.removed();
    const joining = { sectionId, by: student.id };
    const written = enrollment
      ? await enrollments.resume(enrollment, joining, clock())
      : await enrollments.create({ courseId, studentId: student.id, ...joining }, clock());
    return written || RETRY;
  });
  await context.requests.remove(courseId, [student.id]);
  return course;
};

const entryOf = (
  mode: ReturnType<typeof modeOf>,
  place: Enrollment | undefined,
  request: EnrollmentRequest | undefined,
): EnrollmentState['way'] => {
  if (isRemoved(place)) return 'REMOVED';
  if (mode === 'APPROVAL') return request?.state ?? mode;
  return mode === 'other' ? 'CLOSED' : mode;
};

export const getEnrollmentState = async (
  context: { courses: Courses; enrollments: Enrollments; requests: EnrollmentRequests },
  student: Caller,
  courseId: string,
): Promise<EnrollmentState> => {
  const course = await findCourse(context, courseId);
  const [enrollment, request] = await Promise.all([
    context.enrollments.find(courseId, student.id),
    context.requests.find(courseId, student.id),
  ]);
  const way = entryOf(modeOf(course), enrollment, request);
  return {
    enrolled: enrollment?.active ?? false,
    way,
    ...(course.guests && way !== 'REMOVED' && { guests: true }),
  };
};

export const leaveCourse = async (
  context: { courses: Courses; enrollments: Enrollments; clock: () => Date },
  student: Caller,
  courseId: string,
): Promise<void> => {
  const course = await findCourse(context, courseId);
  await retryOnConflict('membership', async () => {
    const enrollment = await context.enrollments.find(courseId, student.id);
    if (!enrollment) throw notFound('Course');
    if (!enrollment.active) return true;
    if (course.archived)
      throw conflict('roster_archived', 'This course is archived, so nobody enrolls in it or leaves it.');
    if (!mayLeave(course, enrollment))
      throw forbidden('leaving_not_allowed', 'You cannot leave this course yourself. Ask your teacher.');
    const end = { how: 'LEFT', by: student.id } as const;
    return (await context.enrollments.end(enrollment, end, context.clock())) || RETRY;
  });
};

const findInvited = async (
  context: { access: CourseAccess; courses: Courses; clock: () => Date },
  token: string,
) => {
  const invitation = await context.access.findByToken(token, context.clock());
  const course = invitation && (await context.courses.find(invitation.courseId));
  // The error hides the reason, so that guesses reveal nothing.
  if (!invitation || !course || course.deleted || course.archived || !takesInvitations(course))
    throw new DomainError(
      'not_found',
      'invitation_invalid',
      'This invitation link is no longer valid. Ask your teacher for a new one.',
    );
  return { course, expiresAt: invitation.expiresAt };
};

export const getInvitation = async (
  context: { access: CourseAccess; courses: Courses; enrollments: Enrollments; clock: () => Date },
  student: Caller,
  token: string,
): Promise<{ course: Course; enrolled: boolean; expiresAt: Date }> => {
  const { course, expiresAt } = await findInvited(context, token);
  const enrollment = await context.enrollments.find(course.id, student.id);
  return { course, enrolled: enrollment?.active ?? false, expiresAt };
};

export const acceptInvitation = async (
  context: Deps,
  student: Caller,
  token: string,
  sectionId?: string,
): Promise<Course> => {
  const { course } = await findInvited(context, token);
  return enroll(context, student, course.id, { invited: true, sectionId });
};
