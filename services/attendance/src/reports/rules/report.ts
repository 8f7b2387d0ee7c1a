import type { AttendanceStatus, UserType } from '@qr-attendance/contracts';
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
export const ALL_COLUMNS: Report = {
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

/** A row of a report, by column; date and time as clocks in `zone` show them. */
export const reportRow = (
  { markedAt, course, student, status }: ReportedMark,
  zone: string,
): Record<string, string> => {
  const moment = DateTime.fromJSDate(markedAt, { zone });
  return {
    Date: moment.toFormat('yyyy-MM-dd'),
    Time: moment.toFormat('HH:mm'),
    Course: course ? `${course.name} (${course.code})` : '',
    Student: student?.name ?? '',
    Email: student?.email ?? '',
    Status: status,
  };
};

const clock = (moment: Date | null, zone: string): string =>
  moment ? DateTime.fromJSDate(moment, { zone }).toFormat('HH:mm') : '';

/** A row of the report with all columns. An absence has no time, as nobody marked. */
export const detailedRow = (mark: DetailedMark, zone: string): Record<string, string> => {
  const row = reportRow(mark, zone);
  return {
    ...row,
    ...(mark.status === 'ABSENT' ? { Time: '' } : {}),
    'Registration Number': mark.regNo,
    USN: mark.usn,
    'Course Code': mark.course?.code ?? '',
    'Session Date': mark.sessionDate,
    'Session Start': clock(mark.startTime, zone),
    'Session End': clock(mark.endTime, zone),
    // The time of the answer.
    'Second Look': clock(mark.secondLook.answeredAt, zone) || (mark.secondLook.missed ? 'MISSED' : ''),
  };
};
