import { membershipChanged, type MembershipChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { MergedMembership, EnrollmentDocument, Period } from '../../db/enrollment-models.ts';
import { coversMoment, findUpcoming, hasCounted, toMembershipPeriod } from './rules/periods.ts';

/**
 * The state of a membership at a moment. It is derived from the periods, and the next change is at
 * `changesAt`.
 */
interface MembershipState {
  active: boolean;
  /** The section of the current period, else of the next one, else of the last one. */
  sectionId: string;
  /** Missing if the student is in the course now or later. */
  ended?: MembershipChanged['ended'];
  changesAt?: Date | undefined;
}
export type Enrollment = Pick<MembershipChanged, 'id' | 'courseId' | 'studentId' | 'version'> &
  MembershipState & {
    periods: Period[];
    aside?: MergedMembership | undefined;
    shown: Period;
  };

/** The latest recorded time, if it is after `now`, because clocks of replicas differ. */
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
 * Other services treat the last period as the one that counts now, so it comes last. The others keep the
 * order in which they were entered.
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

/** Students may leave a course that they did not choose, unless the institution's records put them there. */
export const mayLeave = (
  course: { mayLeave?: boolean | undefined },
  { shown }: Pick<Enrollment, 'shown'>,
): boolean => (course.mayLeave ?? false) || (shown.unasked ?? false);

/** The stored fields of an enrollment except its key, and the event that publishes it. */
export const toStored = (enrollment: Enrollment, { bulk = false } = {}) => {
  const { active, sectionId, ended, changesAt, periods, version, aside } = enrollment;
  const outbox = [{ ...eventOf(enrollment), ...(bulk && { bulk }) }];
  return { active, sectionId, ended, changesAt, periods, version, aside, outbox };
};

export const enrollmentEventOf = (document: EnrollmentDocument) =>
  eventOf(toEnrollment(document, new Date()));
