/** A session by the day that it is of and, once it is over, when it ended. */
interface Held {
  date: string;
  endedAt?: string | undefined;
}
/** When a student joined a course, and the calendar day of that on campus. */
export interface Joined {
  at: string;
  day: string;
}

/**
 * Whether a session is of before a student's time in its course: it is of an earlier day, by the campus's calendar, or had
 * ended when the student joined. Such a session counts neither as absent nor in rates. The attendance service has the
 * same rule in SQL (`JOINED_IN_TIME`); a test holds both to the same samples.
 */
export const isBeforeJoining = ({ date, endedAt }: Held, { at, day }: Joined): boolean =>
  date < day || (endedAt !== undefined && Date.parse(endedAt) < Date.parse(at));
