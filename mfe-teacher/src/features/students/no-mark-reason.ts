import type { StudentSession } from '@qr-attendance/contracts';
import { isBeforeOwnTime, joinedOf } from '../../shared/is-before-own-time.ts';

/** Why a student has no mark in a session. */
export const noMarkReason = (
  session: Pick<StudentSession, 'active' | 'endedAt' | 'date'>,
  enrolledAt: string | undefined,
): 'notYet' | 'notEnrolled' | 'none' => {
  if (session.active) return 'notYet';
  return isBeforeOwnTime(session, joinedOf(enrolledAt)) ? 'notEnrolled' : 'none';
};
