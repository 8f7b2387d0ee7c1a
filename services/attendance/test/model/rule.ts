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
  /** All sections if missing. */
  section?: number | undefined;
  version: number;
}
export interface Period {
  section: number;
  began: Minute;
  ended?: Minute;
  voided: boolean;
}
export interface Facts {
  scannedAt?: Minute;
  decided?: AttendanceStatus;
  missedCheck: boolean;
  answeredCheck: boolean;
  disputed: boolean;
}

const isMember = ({ start, endedAt, section }: Session, periods: Period[]): boolean =>
  endedAt !== undefined &&
  periods.some(
    ({ began, ended, voided, ...period }) =>
      !voided &&
      (section === undefined || period.section === section) &&
      began <= endedAt &&
      dayOf(began) <= dayOf(start) &&
      (ended === undefined || ended > start),
  );

/** Whether the class took place: its code was shown, or somebody scanned or was decided on. */
export const tookPlace = ({ shown }: Session, all: Facts[]): boolean =>
  shown || all.some(({ scannedAt, decided }) => scannedAt !== undefined || decided !== undefined);

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
