interface Held {
  date: string;
  endedAt?: string | undefined;
}
/** `day` is the calendar day on campus. */
export interface Joined {
  at: string;
  day: string;
}

/**
 * A session that precedes the student's enrollment counts neither as absent nor in rates: it is on an earlier
 * day, or had ended when the student joined. The attendance service has the same rule in SQL
 * (`JOINED_IN_TIME`); a test holds both to the same samples.
 */
export const isBeforeJoining = ({ date, endedAt }: Held, { at, day }: Joined): boolean =>
  date < day || (endedAt !== undefined && Date.parse(endedAt) < Date.parse(at));
