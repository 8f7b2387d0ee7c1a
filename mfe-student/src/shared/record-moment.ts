import type { AttendanceRecord } from '@qr-attendance/contracts';

/** When the student was marked, or, where nobody needed to come, when the class began; an absence has no time. */
export const recordMoment = ({ status, timestamp, session }: AttendanceRecord): string | undefined => {
  if (status === 'ABSENT') return undefined;
  return status === 'PRESENT' || status === 'LATE' ? timestamp : session.startTime;
};
