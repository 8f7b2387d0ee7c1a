import type { AttendanceStatus, Institution, UserType } from '@qr-attendance/contracts';
import { DateTime } from 'luxon';

/** A mark as a report tells it. */
export interface ReportedMark {
  markedAt: Date;
  course: { name: string; code: string } | null;
  student: { name: string; email: string } | null;
  status: AttendanceStatus;
}

/** The same with what only the export with all columns tells. */
export interface DetailedMark extends ReportedMark {
  regNo: string;
  usn: string;
  /** `YYYY-MM-DD` */
  sessionDate: string;
  startTime: Date | null;
  endTime: Date | null;
  /** As the class was asked once more. */
  secondLook: { answeredAt: Date | null; missed: boolean };
}

export interface Report {
  fileName: string;
  columns: readonly string[];
  /** What columns are called where that is not their name. */
  headers?: Record<string, string>;
}

/** What a report is called and which columns it has. Specification, section 9. */
export const REPORTS: Record<UserType, Report> = {
  TEACHER: {
    fileName: 'attendance-report.csv',
    columns: ['Date', 'Time', 'Course', 'Student', 'Email', 'Status'],
  },
  ADMIN: { fileName: 'my-attendance-report.csv', columns: ['Date', 'Time', 'Course', 'Status'] },
  STUDENT: { fileName: 'my-attendance-report.csv', columns: ['Date', 'Time', 'Course', 'Status'] },
};

/** The specified columns as they are, and after them what is known besides. */
const ALL_COLUMNS: Report = {
  fileName: 'attendance-report-all-columns.csv',
  columns: [
    ...REPORTS.TEACHER.columns,
    'Registration Number',
    'USN',
    'Course Code',
    'Session Date',
    'Session Start',
    'Session End',
    'Second Look',
  ],
};

/** The same with the institution's own words for its numbers; it is written in English, as its columns are. */
export const allColumnsOf = (words: Institution['words']): Report => {
  const { regNo, usn } = words['en'] ?? {};
  return {
    ...ALL_COLUMNS,
    headers: { ...(regNo && { 'Registration Number': regNo }), ...(usn && { USN: usn }) },
  };
};

/** What calendars and clocks of a zone show at a moment: `YYYY-MM-DD` and `HH:mm`. */
export type ReadClock = (moment: Date) => { day: string; time: string };

/** Minutes of two days. */
const MOST_REMEMBERED = 2_880;

/** The calendar and clock of a zone. A hall marks within a few minutes, so each minute is worked out once. */
export const makeReadClock = (zone: string): ReadClock => {
  const known = new Map<number, ReturnType<ReadClock>>();
  return (moment) => {
    const minute = Math.floor(moment.getTime() / 60_000);
    const found = known.get(minute);
    if (found) return found;
    const shown = DateTime.fromJSDate(moment, { zone });
    const read = { day: shown.toFormat('yyyy-MM-dd'), time: shown.toFormat('HH:mm') };
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(minute, read);
    return read;
  };
};

/** A row of a report, by column. */
export const reportRow = (
  { markedAt, course, student, status }: ReportedMark,
  readClock: ReadClock,
): Record<string, string> => {
  const { day, time } = readClock(markedAt);
  return {
    Date: day,
    Time: time,
    Course: course ? `${course.name} (${course.code})` : '',
    Student: student?.name ?? '',
    Email: student?.email ?? '',
    Status: status,
  };
};

/** A row of the report with all columns. An absence has no time, as nobody marked. */
export const detailedRow = (mark: DetailedMark, readClock: ReadClock): Record<string, string> => {
  const row = reportRow(mark, readClock);
  const timeOf = (moment: Date | null): string => (moment ? readClock(moment).time : '');
  return {
    ...row,
    ...(mark.status === 'ABSENT' ? { Time: '' } : {}),
    'Registration Number': mark.regNo,
    USN: mark.usn,
    'Course Code': mark.course?.code ?? '',
    'Session Date': mark.sessionDate,
    'Session Start': timeOf(mark.startTime),
    'Session End': timeOf(mark.endTime),
    // The time of the answer.
    'Second Look': timeOf(mark.secondLook.answeredAt) || (mark.secondLook.missed ? 'MISSED' : ''),
  };
};
