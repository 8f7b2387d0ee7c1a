import { isBeforeJoining, type Joined } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';

export const joinedOf = (enrolledAt: string | undefined): Joined | undefined =>
  enrolledAt === undefined ? undefined : { at: enrolledAt, day: campusClock(new Date(enrolledAt)).day };

export const isBeforeEnrollment = (
  session: Parameters<typeof isBeforeJoining>[0],
  joined: Joined | undefined,
): boolean => joined !== undefined && isBeforeJoining(session, joined);
