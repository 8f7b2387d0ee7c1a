import type { EnrollmentSettings, EnrollmentSettingsChange } from '@qr-attendance/contracts';
import { type Caller, requireFreshProof } from '@qr-attendance/server';
import { changeCourseFor } from '../../core/courses/change-courses.ts';
import { findCourseFor } from '../../core/courses/find-course-for.ts';
import type { Course, Courses } from '../../core/courses/courses.ts';
import { newInvitationToken, newKey, type CourseAccess } from '../../core/memberships/enrollment-keys.ts';

interface Settings {
  courses: Courses;
  access: CourseAccess;
  clock: () => Date;
}
const DAY_MS = 86_400_000;

const describe = async ({ access, clock }: Settings, course: Course): Promise<EnrollmentSettings> => {
  const { key: existing, invitation } = await access.of(course.id);
  const mode = course.enrollmentMode ?? 'OPEN';
  // The key of a new course is created when its teacher first opens the settings.
  const key = existing ?? (mode === 'KEY' ? await access.setKeyIfNone(course.id, newKey()) : undefined);
  return {
    mode,
    mayLeave: course.mayLeave ?? false,
    ...(course.guests && { guests: true }),
    ...(key === undefined ? {} : { key }),
    ...(invitation && invitation.expiresAt > clock()
      ? { invitation: { token: invitation.token, expiresAt: invitation.expiresAt.toISOString() } }
      : {}),
  };
};

export const getEnrollmentSettings = async (
  context: Settings,
  teacher: Caller,
  courseId: string,
): Promise<EnrollmentSettings> =>
  describe(context, await findCourseFor(context, teacher, 'changeCourse', courseId));

export const changeEnrollmentSettings = async (
  context: Settings,
  teacher: Caller,
  courseId: string,
  { mode, newKey: isReplaced, mayLeave, guests }: EnrollmentSettingsChange,
): Promise<EnrollmentSettings> => {
  const { access } = context;
  await findCourseFor(context, teacher, 'changeCourse', courseId);
  // Sets the key before the mode; otherwise students would need a key that nobody has.
  if (isReplaced) {
    requireFreshProof(teacher);
    await access.setKey(courseId, newKey());
  } else if (mode === 'KEY') await access.setKeyIfNone(courseId, newKey());
  const course = await changeCourseFor(
    context,
    teacher,
    'changeCourse',
    courseId,
    ({ enrollmentMode: _mode, mayLeave: _leave, guests: before, ...others }) => ({
      ...others,
      ...((guests ?? before) && { guests: true }),
      ...(mode === 'OPEN' ? {} : { enrollmentMode: mode }),
      ...(mayLeave ? { mayLeave } : {}),
    }),
  );
  return describe(context, course);
};

export const createInvitation = async (
  context: Settings,
  teacher: Caller,
  courseId: string,
  days: number,
): Promise<EnrollmentSettings> => {
  const course = await findCourseFor(context, teacher, 'changeCourse', courseId);
  const expiresAt = new Date(context.clock().getTime() + days * DAY_MS);
  await context.access.setInvitation(courseId, { token: newInvitationToken(), expiresAt });
  return describe(context, course);
};

export const revokeInvitation = async (
  context: Settings,
  teacher: Caller,
  courseId: string,
): Promise<EnrollmentSettings> => {
  const course = await findCourseFor(context, teacher, 'changeCourse', courseId);
  await context.access.removeInvitation(courseId);
  return describe(context, course);
};
