import type { UserType } from '@qr-attendance/contracts';

const DAY_MS = 86_400_000;

/** Maximum days from a sign-in until the person must prove again who they are. */
export interface SignInDays {
  staff: number;
  students: number;
}

export const signInEndOf = (
  { staff, students }: SignInDays,
  { userType, signedInAt }: { userType: UserType; signedInAt: Date },
): Date => new Date(signedInAt.getTime() + (userType === 'STUDENT' ? students : staff) * DAY_MS);
