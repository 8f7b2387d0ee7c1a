import type { AttendanceRecord } from '@qr-attendance/contracts';
import { formatDay, formatTime } from './format.ts';

type RecordOfClass = Pick<AttendanceRecord, 'session'>;

const keyOf = ({ session: { course, date } }: RecordOfClass): string => `${course._id} ${date}`;

/**
 * Returns the day of a record's class, regardless of when the record was made or corrected. If a course has
 * two classes on one day, includes the start time.
 */
export const classDaysOf = (records: RecordOfClass[]): ((record: RecordOfClass) => string) => {
  const sessions = new Map<string, string>();
  const shared = new Set<string>();
  for (const record of records) {
    const key = keyOf(record);
    const sessionId = sessions.get(key) ?? record.session._id;
    sessions.set(key, sessionId);
    if (sessionId !== record.session._id) shared.add(key);
  }
  return (record) => {
    const { date, startTime } = record.session;
    return shared.has(keyOf(record)) ? `${formatDay(date)}, ${formatTime(startTime)}` : formatDay(date);
  };
};
