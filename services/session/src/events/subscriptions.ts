import {
  attendanceCorrected,
  attendanceMarked,
  courseChanged,
  membershipChanged,
  userChanged,
  type UserChanged,
} from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Context } from '../context.ts';

/** The name under which this service takes part in the bus. */
export const GROUP = 'session';

type Learning = Pick<
  Context,
  'people' | 'courses' | 'enrollments' | 'marks' | 'extraTimes' | 'scanCaches' | 'suspensions' | 'deadLetters'
>;

/** Everything this service listens to. */
export const createSubscriptions = ({
  people,
  courses,
  enrollments,
  marks,
  extraTimes,
  scanCaches,
  suspensions,
  deadLetters,
}: Learning): Subscription[] => [
  on(userChanged, async (user: UserChanged) => {
    await people.learn(user);
    await suspensions.refreshFor(user);
    if (user.erased) {
      await deadLetters.removeAbout(user.id);
      await extraTimes.removeAllOf(user.id);
    }
  }),
  on(courseChanged, courses.learn),
  on(membershipChanged, async (enrollment) => {
    await enrollments.learn(enrollment);
    if (!enrollment.active) scanCaches.enrolled.forget(enrollment.courseId);
  }),
  on(attendanceMarked, marks.learn),
  on(attendanceCorrected, marks.learn),
];
