import {
  attendanceCorrected,
  attendanceMarked,
  courseChanged,
  membershipChanged,
  termChanged,
  unitChanged,
  userChanged,
  type UserChanged,
} from '@qr-attendance/contracts/events';
import { type DeadLetterStore, subscribeTo, type Subscription } from '@qr-attendance/messaging';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Suspensions } from '@qr-attendance/server';
import type { ExtraTimes } from './core/extra-time/extra-time.ts';
import type { SeriesStore } from './core/series/series.ts';
import type { Feeds } from './features/calendar/feeds.ts';
import type { ScanCaches } from './features/scanning/scan-caches.ts';
import type { Courses, Enrollments, Marks, Terms } from './projections/projections.ts';
import type { Units } from './projections/units.ts';

export const GROUP = 'session';

interface SubscriptionDeps {
  people: PeopleProjection;
  courses: Courses;
  terms: Terms;
  series: SeriesStore;
  units: Units;
  feeds: Feeds;
  enrollments: Enrollments;
  marks: Marks;
  extraTimes: ExtraTimes;
  scanCaches: ScanCaches;
  suspensions: Suspensions;
  deadLetters: DeadLetterStore;
}

export const createSubscriptions = ({
  people,
  courses,
  terms,
  series,
  units,
  feeds,
  enrollments,
  marks,
  extraTimes,
  scanCaches,
  suspensions,
  deadLetters,
}: SubscriptionDeps): Subscription[] => [
  subscribeTo(userChanged, async (user: UserChanged) => {
    await people.learn(user);
    await suspensions.refreshFor(user);
    if (user.signedOut) await feeds.revokeBefore(user.id, user.signedOut.times);
    if (user.erased) {
      await deadLetters.removeAbout(user.id);
      await extraTimes.removeAllOf(user.id);
      await feeds.revoke(user.id);
    }
  }),
  subscribeTo(courseChanged, async (course) => {
    await courses.upsert(course);
    // Nobody could end or delete the series of a deleted course.
    if (course.deleted) await series.deleteOfCourse(course.id);
    // The course's term may have changed, and an archived course gets no classes.
    await series.touch({ courseIds: [course.id] });
  }),
  subscribeTo(termChanged, async (term) => {
    await terms.upsert(term);
    await series.touch({ courseIds: await courses.idsOfTerm(term.id) });
  }),
  subscribeTo(unitChanged, units.upsert),
  subscribeTo(membershipChanged, async (enrollment) => {
    await enrollments.upsert(enrollment);
    if (!enrollment.active) scanCaches.sections.forget(enrollment.courseId);
  }),
  subscribeTo(attendanceMarked, marks.upsert),
  subscribeTo(attendanceCorrected, marks.upsert),
];
