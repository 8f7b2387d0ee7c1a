import type { StudentSession } from '@qr-attendance/contracts';
import { isBeforeEnrollment, joinTimeOf } from '../../shared/is-before-enrollment.ts';

export const noMarkReason = (
  session: Pick<StudentSession, 'active' | 'endedAt' | 'date' | 'startTime'>,
  enrolledAt: string | undefined,
): 'notYet' | 'notEnrolled' | 'none' => {
  if (session.active) return 'notYet';
  return isBeforeEnrollment(session, joinTimeOf(enrolledAt)) ? 'notEnrolled' : 'none';
};
