import type { AttendanceStatus } from '@qr-attendance/contracts';

/** Minutes since the test's beginning. */
export type Minute = number;
export const DAY: Minute = 24 * 60;

/** The test begins at noon, so days begin half a day later. */
const dayOf = (minute: Minute): number => Math.floor((minute + DAY / 2) / DAY);

/** A class as its owner publishes it. */
export interface Session {
  start: Minute;
  lateAfter: number;
  endedAt?: Minute;
  canceled: boolean;
  shown: boolean;
  missedIsLate: boolean;
  /** All sections of its own course if missing. */
  sections?: number[] | undefined;
  version: number;
}
/** A section of the session's own course, or of the one that joint classes cover as well. */
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
  /** When the teacher last decided. */
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

/** Whether the class took place: its code was shown, or somebody scanned or was decided on, and not excused, since it began. */
export const tookPlace = (session: Session, all: Facts[]): boolean =>
  session.shown || all.some((facts) => provesClass(session, facts));

/** Whether a record belongs to the other course of a joint class, as its student does. */
export const isOfOtherCourse = ({ sections = OWN_SECTIONS }: Session, periods: Period[]): boolean =>
  sections.includes(OTHER_SECTION) &&
  periods.some(({ section, voided }) => section === OTHER_SECTION && !voided);

/** Whether a student counts toward rates. */
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
