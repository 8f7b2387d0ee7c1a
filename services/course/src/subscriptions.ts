import { userChanged, type UserChanged } from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Context } from './context.ts';
import { followMerge } from './features/enrollment/follow-merge.ts';
import { endEnrollmentsOf } from './features/enrollment/manage-students.ts';
import { removeErasedStaff } from './features/staff/manage-staff.ts';
import { removeErasedUnitStaff } from './features/unit-staff/manage-unit-staff.ts';

export const GROUP = 'course';

export const createSubscriptions = ({
  people,
  courses,
  staffedCourses,
  staffStatements,
  units,
  suspensions,
  requests,
  deadLetters,
  importRuns,
  openLines,
  ...enrolling
}: Pick<
  Context,
  | 'requests'
  | 'people'
  | 'courses'
  | 'staffedCourses'
  | 'staffStatements'
  | 'units'
  | 'suspensions'
  | 'deadLetters'
  | 'importRuns'
  | 'openLines'
  | 'enrollments'
  | 'clock'
>): Subscription[] => [
  on(userChanged, async (user: UserChanged) => {
    await people.learn(user);
    await suspensions.refreshFor(user);
    if (user.userType === 'TEACHER') await courses.refreshTeacherName(user.id);
    if (user.mergedInto !== undefined) {
      const { findRestatements } = importRuns;
      await followMerge({ people, requests, findRestatements, ...enrolling }, user.id);
    }
    if (!user.erased) return;
    await endEnrollmentsOf(enrolling, user.id);
    await requests.removeOfStudent(user.id);
    await removeErasedStaff({ courses, staffedCourses }, user.id);
    await importRuns.removeAbout(user.id);
    await openLines.removeAbout(user.id);
    await removeErasedUnitStaff({ units }, user.id);
    await staffStatements.removeAbout(user.id);
    await deadLetters.removeAbout(user.id);
  }),
];
