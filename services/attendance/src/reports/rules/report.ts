import type { AttendanceStatus, UserType } from '@qr-attendance/contracts';
import { DateTime } from 'luxon';

/** A mark as a report tells it. */
export interface ReportedMark {
  markedAt: Date;
  course: { name: string; code: string } | null;
  student: { name: string; email: string } | null;
  status: AttendanceStatus;
}

/** What a report is called and which columns it has. Specification, section 9. */
export const REPORTS: Record<UserType, { fileName: string; columns: readonly string[] }> = {
  TEACHER: {
    fileName: 'attendance-report.csv',
    columns: ['Date', 'Time', 'Course', 'Student', 'Email', 'Status'],
  },
  ADMIN: { fileName: 'my-attendance-report.csv', columns: ['Date', 'Time', 'Course', 'Status'] },
  STUDENT: { fileName: 'my-attendance-report.csv', columns: ['Date', 'Time', 'Course', 'Status'] },
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
