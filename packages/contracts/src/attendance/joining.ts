interface HeldClass {
  date: string;
  startTime: string;
  endedAt?: string | undefined;
}
/** `day` is the calendar day on campus. */
export interface JoinTime {
  at: string;
  day: string;
}

/** A class may run past midnight. After this time since its start, on a later day, nobody joins it any more. */
const NIGHT_MS = 12 * 3_600_000;

/**
 * A session that precedes the student's enrollment counts neither as absent nor in rates: it had ended when the student
 * joined, or it is on an earlier day, whose night was over. The attendance service has the same rule in SQL
 * (`DURING_SESSION`); a test holds both to the same samples.
 */
export const isBeforeJoining = ({ date, startTime, endedAt }: HeldClass, { at, day }: JoinTime): boolean =>
  (date < day && Date.parse(at) >= Date.parse(startTime) + NIGHT_MS) ||
  (endedAt !== undefined && Date.parse(endedAt) < Date.parse(at));
