import type { Institution, UserType } from '@qr-attendance/contracts';

export interface Report {
  fileName: string;
  columns: readonly ReportColumn[];
  headers?: Partial<Record<ReportColumn, string>>;
}

const SPECIFIED = ['Date', 'Time', 'Course', 'Student', 'Email', 'Status'] as const;
const MORE = [
  'Registration Number',
  'USN',
  'Course Code',
  'Session Date',
  'Session Start',
  'Session End',
  'Presence Check',
  'Corrected At',
] as const;
export type ReportColumn = (typeof SPECIFIED)[number] | (typeof MORE)[number];

const OWN: Report = {
  fileName: 'my-attendance-report.csv',
  columns: ['Date', 'Time', 'Course', 'Status'],
};

/** Specification, section 9. */
export const REPORTS: Record<UserType, Report> = {
  TEACHER: { fileName: 'attendance-report.csv', columns: SPECIFIED },
  ADMIN: OWN,
  STUDENT: OWN,
};

export const allColumnsOf = (words: Institution['words']): Report => {
  const { regNo, usn } = words['en'] ?? {};
  return {
    fileName: 'attendance-report-all-columns.csv',
    columns: [...SPECIFIED, ...MORE],
    headers: { ...(regNo && { 'Registration Number': regNo }), ...(usn && { USN: usn }) },
  };
};
