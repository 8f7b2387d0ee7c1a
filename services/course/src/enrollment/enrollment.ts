import { membershipChanged, type MembershipChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { Aside, EnrollmentDocument } from '../db/enrollment-models.ts';
import { toMembershipPeriod, type Period } from './rules/periods.ts';

export type Enrollment = Pick<MembershipChanged, 'id' | 'courseId' | 'studentId' | 'active' | 'version'> & {
  /** The section of the last period. */
  sectionId: string;
  periods: Period[];
  aside?: Aside | undefined;
};

export const lastEndOf = ({ periods }: Pick<Enrollment, 'periods'>) => {
  const { ended, end } = periods.at(-1) ?? {};
  return ended && end && { how: end.how, at: ended };
};

export const sectionOf = (periods: Period[]): string => periods.at(-1)?.sectionId ?? '';

export const lastBeginOf = ({ id, periods }: Pick<Enrollment, 'id' | 'periods'>): Date => {
  const last = periods.at(-1);
  if (!last) throw new Error(`enrollment ${id} has no period`);
  return last.began;
};

export const toMembershipChanged = ({
  periods,
  sectionId: _section,
  aside: _aside,
  ...enrollment
}: Enrollment): MembershipChanged => {
  const end = lastEndOf({ periods });
  return {
    ...enrollment,
    enrolledAt: lastBeginOf({ id: enrollment.id, periods }).toISOString(),
    ...(end ? { ended: end.how, endedAt: end.at.toISOString() } : {}),
    periods: periods.map(toMembershipPeriod),
  };
};

export const toEnrollment = ({
  _id,
  courseId,
  outbox: _outbox,
  ended: _ended,
  ...fields
}: EnrollmentDocument): Enrollment => ({
  ...fields,
  id: _id.toHexString(),
  courseId: courseId.toHexString(),
});
export const eventOf = (enrollment: Enrollment) =>
  createEvent(membershipChanged, enrollment.id, toMembershipChanged(enrollment));

export const enrollmentEventOf = (document: EnrollmentDocument) => eventOf(toEnrollment(document));
