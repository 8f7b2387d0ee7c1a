import type { AttendanceRecord } from '@qr-attendance/contracts';

/** Excused records show the start of the class. Absences have no time. */
export const recordMoment = ({
  status,
  timestamp,
  session,
}: Pick<AttendanceRecord, 'status' | 'timestamp' | 'session'>): string | undefined => {
  if (status === 'ABSENT') return undefined;
  return status === 'PRESENT' || status === 'LATE' ? timestamp : session.startTime;
};

export const recordDay = (record: Parameters<typeof recordMoment>[0]): string =>
  recordMoment(record) ?? record.session.date;
