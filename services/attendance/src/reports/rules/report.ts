import type { Institution, UserType } from '@qr-attendance/contracts';

export interface Report {
  fileName: string;
  columns: readonly ReportColumn[];
  /** What columns are called where that is not their name. */
  headers?: Partial<Record<ReportColumn, string>>;
}

const SPECIFIED = ['Date', 'Time', 'Course', 'Student', 'Email', 'Status'] as const;
/** What is known besides. */
const MORE = [
  'Registration Number',
  'USN',
  'Course Code',
  'Session Date',
  'Session Start',
  'Session End',
  'Presence Check',
] as const;
export type ReportColumn = (typeof SPECIFIED)[number] | (typeof MORE)[number];

const OWN: Report = {
  fileName: 'my-attendance-report.csv',
  columns: ['Date', 'Time', 'Course', 'Status'],
};

/** What a report is called and which columns it has. Specification, section 9. */
export const REPORTS: Record<UserType, Report> = {
  TEACHER: { fileName: 'attendance-report.csv', columns: SPECIFIED },
  ADMIN: OWN,
  STUDENT: OWN,
};

/** The specified columns and what is known besides, with the institution's own words for its numbers; it is written in English, as its columns are. */
export const allColumnsOf = (words: Institution['words']): Report => {
  const { regNo, usn } = words['en'] ?? {};
  return {
    fileName: 'attendance-report-all-columns.csv',
    columns: [...SPECIFIED, ...MORE],
    headers: { ...(regNo && { 'Registration Number': regNo }), ...(usn && { USN: usn }) },
  };
};
