import type { AttendanceRecord } from '@qr-attendance/contracts';

/**
 * The time of a record on every page: when the student was marked, or, where nobody needed to come, when the class began; an absence has no time.
 */
export const recordMoment = ({
  status,
  timestamp,
  session,
}: Pick<AttendanceRecord, 'status' | 'timestamp' | 'session'>): string | undefined => {
  if (status === 'ABSENT') return undefined;
  return status === 'PRESENT' || status === 'LATE' ? timestamp : session.startTime;
};

/** The day of a record on every page. */
export const recordDay = (record: Parameters<typeof recordMoment>[0]): string =>
  recordMoment(record) ?? record.session.date;
