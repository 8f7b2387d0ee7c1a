import type { AttendanceRecord } from '@qr-attendance/contracts';

/** The moment a record tells of: when the student marked, or, for an absence, when the class began. */
export const recordMoment = ({ status, timestamp, session }: AttendanceRecord): string =>
  status === 'ABSENT' ? session.startTime : timestamp;
