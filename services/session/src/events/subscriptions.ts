import {
  attendanceCorrected,
  attendanceMarked,
  courseChanged,
  enrollmentChanged,
  userChanged,
  type UserChanged,
} from '@qr-attendance/contracts/events';
import { type DeadLetterStore, on, type PeopleProjection, type Subscription } from '@qr-attendance/messaging';
import type { Suspensions } from '@qr-attendance/server';
import type { Courses, Enrollments, Marks } from '../projections/projections.ts';

/** The name under which this service takes part in the bus. */
export const GROUP = 'session';

interface Deps {
  people: PeopleProjection;
  courses: Courses;
  enrollments: Enrollments;
  marks: Marks;
  suspensions: Suspensions;
  deadLetters: DeadLetterStore;
}

/** Everything this service listens to. */
export const makeSubscriptions = ({
  people,
  courses,
  enrollments,
  marks,
  suspensions,
  deadLetters,
}: Deps): Subscription[] => [
  on(userChanged, async (user: UserChanged) => {
    await people.learn(user);
    await suspensions.refreshFor(user);
    if (user.erased) await deadLetters.removeAbout(user.id);
  }),
  on(courseChanged, courses.learn),
  on(enrollmentChanged, enrollments.learn),
  on(attendanceMarked, marks.learn),
  on(attendanceCorrected, marks.learn),
];
