import type { AttendanceStatus } from '@qr-attendance/contracts';

/** Minutes since the beginning of the test. */
export type Minute = number;
export const DAY: Minute = 24 * 60;

/** The test begins at noon, so campus days begin half a day later. */
const dayOf = (minute: Minute): number => Math.floor((minute + DAY / 2) / DAY);

export interface Session {
  start: Minute;
  lateAfter: number;
  endedAt?: Minute;
  canceled: boolean;
  shown: boolean;
  missedIsLate: boolean;
  /** Missing for all sections of the session's course. */
  sections?: number[] | undefined;
  version: number;
}
/** The sections of the session's course. Joint classes also cover `OTHER_SECTION` of another course. */
export const OWN_SECTIONS = [0, 1];
export const OTHER_SECTION = 2;
export interface Period {
  section: number;
  began: Minute;
  ended?: Minute;
  voided: boolean;
}
export interface Facts {
  scannedAt?: Minute;
  decided?: AttendanceStatus;
  decidedAt?: Minute;
  missedCheck: boolean;
  answeredCheck: boolean;
  disputed: boolean;
}

/** A class may run past midnight. */
const NIGHT: Minute = 12 * 60;

const isMember = ({ start, endedAt, sections = OWN_SECTIONS }: Session, periods: Period[]): boolean =>
  endedAt !== undefined &&
  periods.some(
    ({ began, ended, voided, section }) =>
      !voided &&
      sections.includes(section) &&
      began <= endedAt &&
      (dayOf(began) <= dayOf(start) || began < start + NIGHT) &&
      (ended === undefined || ended > start),
  );

const provesClass = ({ start }: Session, { scannedAt, decided, decidedAt = start }: Facts): boolean =>
  scannedAt !== undefined || (decided !== undefined && decided !== 'EXCUSED' && decidedAt >= start);

/**
 * Whether the class took place: its code was shown, somebody scanned, or a decision other than an excuse was
 * made after its start.
 */
export const tookPlace = (session: Session, all: Facts[]): boolean =>
  session.shown || all.some((facts) => provesClass(session, facts));

/** Whether a record counts in the second course of a joint class, which its student attends. */
export const isOfOtherCourse = ({ sections = OWN_SECTIONS }: Session, periods: Period[]): boolean =>
  sections.includes(OTHER_SECTION) &&
  periods.some(({ section, voided }) => section === OTHER_SECTION && !voided);

export const counts = (session: Session, all: Facts[], periods: Period[]): boolean =>
  !session.canceled && tookPlace(session, all) && isMember(session, periods);

export const statusOf = (
  session: Session,
  all: Facts[],
  { scannedAt, decided, missedCheck, answeredCheck }: Facts,
  periods: Period[],
): AttendanceStatus | undefined => {
  if (decided) return decided;
  if (scannedAt !== undefined) {
    const isLate = session.lateAfter > 0 && scannedAt >= session.start + session.lateAfter;
    return isLate || (session.missedIsLate && missedCheck && !answeredCheck) ? 'LATE' : 'PRESENT';
  }
  return counts(session, all, periods) ? 'ABSENT' : undefined;
};

/** Maximum length of a class that was never ended. */
const MAX_LENGTH = 12 * 60;
const endOf = ({ start, endedAt = start }: Session): number => Math.min(endedAt, start + MAX_LENGTH);

/** Two classes for different sections that overlap by at least half of the shorter one. */
export const areParallel = (one: Session, other: Session): boolean => {
  if (one.canceled || other.canceled || one.endedAt === undefined || other.endedAt === undefined)
    return false;
  if (!one.sections || !other.sections || one.sections.some((section) => other.sections?.includes(section)))
    return false;
  const common = Math.min(endOf(one), endOf(other)) - Math.max(one.start, other.start);
  const shorter = Math.min(endOf(one) - one.start, endOf(other) - other.start);
  return common > 0 && 2 * common >= shorter;
};
const RANKS: Partial<Record<AttendanceStatus, number>> = { PRESENT: 2, LATE: 2, EXCUSED: 1 };
const rankOf = (status: AttendanceStatus | undefined): number => (status && RANKS[status]) ?? 0;

export interface Judgment {
  status: AttendanceStatus | undefined;
  counts: boolean;
}
/**
 * Computes all statuses of a student. Of two parallel classes, the one that the student attended counts, else
 * the earlier one.
 */
export const judge = (
  sessions: Session[],
  facts: Facts[][],
  student: number,
  periods: Period[],
  ids: string[],
): Judgment[] => {
  const alone = sessions.map((session, s) => ({
    session,
    id: ids[s]!,
    decided: facts[s]![student]!.decided,
    status: statusOf(session, facts[s]!, facts[s]![student]!, periods),
    counts: counts(session, facts[s]!, periods),
  }));
  return alone.map(({ session, id, status, decided, counts: isCounted }) => {
    const isElsewhere = alone.some((other) => {
      if (other.session === session || !isCounted || !other.counts || !areParallel(session, other.session))
        return false;
      const more = rankOf(other.status) - rankOf(status);
      const earlier = other.session.start - session.start || (other.id < id ? -1 : 1);
      return more > 0 || (more === 0 && earlier < 0);
    });
    if (!isElsewhere) return { status, counts: isCounted };
    return { status: status === 'ABSENT' && !decided ? undefined : status, counts: false };
  });
};
