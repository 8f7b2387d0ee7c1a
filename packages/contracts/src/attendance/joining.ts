interface HeldClass {
  date: string;
  startTime: string;
  endedAt?: string | undefined;
}
/** `day` is the campus day. */
export interface JoinTime {
  at: string;
  day: string;
}

/**
 * A class may run past midnight. On the next day, a student can still join the class until this much time has passed
 * since the start.
 */
const NIGHT_MS = 12 * 3_600_000;

/**
 * A session counts neither as an absence nor in rates if it ended before the student joined, or if it took
 * place on an earlier day and `NIGHT_MS` have passed. The attendance service implements the same rule in SQL
 * (`DURING_SESSION`); a test compares both.
 */
export const isBeforeJoining = ({ date, startTime, endedAt }: HeldClass, { at, day }: JoinTime): boolean =>
  (date < day && Date.parse(at) >= Date.parse(startTime) + NIGHT_MS) ||
  (endedAt !== undefined && Date.parse(endedAt) < Date.parse(at));
