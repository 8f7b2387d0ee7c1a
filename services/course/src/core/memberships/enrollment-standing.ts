import { membershipChanged, type MembershipChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { MergedMembership, EnrollmentDocument, Period } from '../../db/enrollment-models.ts';
import { coversMoment, findUpcoming, hasCounted, toMembershipPeriod } from './rules/periods.ts';

/** The state of a membership at a moment. It follows from the periods, and changes at `changesAt` by itself. */
interface MembershipState {
  active: boolean;
  /** The section of the current period, else of the next one, else of the last one. */
  sectionId: string;
  /** Missing while the student is in the course, or will be. */
  ended?: MembershipChanged['ended'];
  changesAt?: Date | undefined;
}
export type Enrollment = Pick<MembershipChanged, 'id' | 'courseId' | 'studentId' | 'version'> &
  MembershipState & {
    periods: Period[];
    aside?: MergedMembership | undefined;
    /** The period from which the standing follows. */
    shown: Period;
  };

/** The clocks of replicas differ, and what one has recorded has happened for all. */
const presentOf = (periods: Period[], now: Date): Date =>
  periods
    .flatMap(({ recordedAt, end }) => [recordedAt, ...(end ? [end.recordedAt] : [])])
    .reduce((one, other) => (one > other ? one : other), now);

export const membershipStateOf = (
  periods: Period[],
  clockTime: Date,
): MembershipState & Pick<Enrollment, 'shown'> => {
  const now = presentOf(periods, clockTime);
  const current = periods.findLast((period) => coversMoment(period, now));
  const open = current ?? findUpcoming(periods, now);
  const last = periods.at(-1);
  // A planned period that was ended before its first day never counted.
  const shown = open ?? periods.findLast(hasCounted) ?? last;
  if (!shown) throw new Error('an enrollment has no period');
  const [changesAt] = periods
    .filter(hasCounted)
    .flatMap(({ began, ended = began }) => [began, ended])
    .filter((moment) => moment > now)
    .toSorted((one, other) => one.getTime() - other.getTime());
  return {
    active: current !== undefined,
    sectionId: shown.sectionId,
    shown,
    ...(!open && last?.end && { ended: last.end.how }),
    ...(changesAt && { changesAt }),
  };
};

/**
 * Services take the last period for the one that counts now, so it comes last. The others are in the order in which they
 * were entered.
 */
const inPublishedOrder = ({ periods, shown }: Pick<Enrollment, 'periods' | 'shown'>): Period[] => [
  ...periods.filter((period) => period !== shown),
  shown,
];

export const toMembershipChanged = (enrollment: Enrollment): MembershipChanged => {
  const { id, courseId, studentId, active, ended, version, shown } = enrollment;
  return {
    id,
    courseId,
    studentId,
    active,
    version,
    enrolledAt: shown.began.toISOString(),
    ...(ended &&
      shown.ended && {
        ended,
        endedAt: shown.ended.toISOString(),
      }),
    periods: inPublishedOrder(enrollment).map(toMembershipPeriod),
  };
};

export const toEnrollment = (
  { _id, courseId, studentId, periods, version, aside }: EnrollmentDocument,
  now: Date,
): Enrollment => ({
  id: _id.toHexString(),
  courseId: courseId.toHexString(),
  studentId,
  periods,
  version,
  ...(aside && { aside }),
  ...membershipStateOf(periods, now),
});

const eventOf = (enrollment: Enrollment) =>
  createEvent(membershipChanged, enrollment.id, toMembershipChanged(enrollment));

/** Nobody is kept in a course that they did not choose, unless the institution's records put them there. */
export const mayLeave = (
  course: { mayLeave?: boolean | undefined },
  { shown }: Pick<Enrollment, 'shown'>,
): boolean => (course.mayLeave ?? false) || (shown.unasked ?? false);

/** The stored fields of an enrollment besides its key, with the event that publishes it. */
export const toStored = (enrollment: Enrollment, { bulk = false } = {}) => {
  const { active, sectionId, ended, changesAt, periods, version, aside } = enrollment;
  const outbox = [{ ...eventOf(enrollment), ...(bulk && { bulk }) }];
  return { active, sectionId, ended, changesAt, periods, version, aside, outbox };
};

export const enrollmentEventOf = (document: EnrollmentDocument) =>
  eventOf(toEnrollment(document, new Date()));
