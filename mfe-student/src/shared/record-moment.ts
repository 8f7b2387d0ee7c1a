import type { AttendanceRecord } from '@qr-attendance/contracts';

/** The moment a record tells of: when the student was marked, or, where nobody came, when the class began. */
export const recordMoment = ({ status, timestamp, session }: AttendanceRecord): string =>
  status === 'PRESENT' || status === 'LATE' ? timestamp : session.startTime;
