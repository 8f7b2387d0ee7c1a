import { userChanged, type UserChanged } from '@qr-attendance/contracts/events';
import { type DeadLetterStore, subscribeTo, type Subscription } from '@qr-attendance/messaging';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Suspensions } from '@qr-attendance/server';
import type { Courses } from './core/courses/courses.ts';
import type { Enrollments } from './core/memberships/enrollments.ts';
import type { EnrollmentRequests } from './core/memberships/enrollment-requests.ts';
import type { PermittedCourses } from './core/staff/staffed-courses.ts';
import type { createStaffStatements } from './core/staff/staff-statements.ts';
import type { Units } from './core/units/units.ts';
import { followMerge } from './features/enrollment/follow-merge.ts';
import { endEnrollmentsOf } from './features/enrollment/manage-students.ts';
import type { ImportRuns } from './features/imports/import-runs.ts';
import type { OpenLines } from './features/imports/open-lines.ts';
import { removeErasedStaff } from './features/staff/manage-staff.ts';
import { removeErasedUnitStaff } from './features/unit-staff/manage-unit-staff.ts';

export const GROUP = 'course';

interface Deps {
  people: PeopleProjection;
  courses: Courses;
  staffedCourses: PermittedCourses;
  staffStatements: ReturnType<typeof createStaffStatements>;
  units: Units;
  suspensions: Suspensions;
  requests: EnrollmentRequests;
  deadLetters: DeadLetterStore;
  importRuns: Pick<ImportRuns, 'findRestatements' | 'redactAbout' | 'removeAbout'>;
  openLines: Pick<OpenLines, 'removeAbout'>;
  enrollments: Enrollments;
  clock: () => Date;
}

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
}: Deps): Subscription[] => [
  subscribeTo(userChanged, async (user: UserChanged) => {
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
    await importRuns.redactAbout(user.id);
    await importRuns.removeAbout(user.id);
    await openLines.removeAbout(user.id);
    await removeErasedUnitStaff({ units }, user.id);
    await staffStatements.removeAbout(user.id);
    await deadLetters.removeAbout(user.id);
  }),
];
