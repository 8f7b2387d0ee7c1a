import type { StudentSession } from '@qr-attendance/contracts';

/** Why a student has no mark in a session. */
export const noMarkReason = (
  { active, endedAt }: Pick<StudentSession, 'active' | 'endedAt'>,
  enrolledAt: string | undefined,
): 'notYet' | 'notEnrolled' | 'none' => {
  if (active) return 'notYet';
  const later =
    endedAt !== undefined && enrolledAt !== undefined && Date.parse(enrolledAt) > Date.parse(endedAt);
  return later ? 'notEnrolled' : 'none';
};
