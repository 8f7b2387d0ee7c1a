import { isBeforeJoining, type JoinTime } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';

export const joinTimeOf = (enrolledAt: string | undefined): JoinTime | undefined =>
  enrolledAt === undefined ? undefined : { at: enrolledAt, day: campusClock(new Date(enrolledAt)).day };

export const isBeforeEnrollment = (
  session: Parameters<typeof isBeforeJoining>[0],
  joined: JoinTime | undefined,
): boolean => joined !== undefined && isBeforeJoining(session, joined);
