import { routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi } from '@qr-attendance/web-kit';

/** Specification, section 9. */
export const REPORT_FILE = 'attendance-report.csv';

export const ALL_COLUMNS_FILE = 'attendance-report-all-columns.csv';

/** The whole choice as CSV, its dates and times those of the campus, as on the page. */
export const useExportMarks = (query: ReportQuery) => {
  const api = useApi();
  const choice = { query };
  return {
    specified: () => api.file(routes.attendance.exportAttendance, choice),
    allColumns: () => api.file(routes.attendance.exportAllColumns, choice),
  };
};
