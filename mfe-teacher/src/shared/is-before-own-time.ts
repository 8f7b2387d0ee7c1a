import { isBeforeJoining, type Joined } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';

/** When a student joined, with the day of that on campus; undefined where nobody says. */
export const joinedOf = (enrolledAt: string | undefined): Joined | undefined =>
  enrolledAt === undefined ? undefined : { at: enrolledAt, day: campusClock(new Date(enrolledAt)).day };

/** Whether a session is of before the student's time in the course. */
export const isBeforeOwnTime = (
  session: Parameters<typeof isBeforeJoining>[0],
  joined: Joined | undefined,
): boolean => joined !== undefined && isBeforeJoining(session, joined);
