import { routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi, useApiQuery } from '@qr-attendance/web-kit';

export const REPORT_FILE = 'attendance-report.csv';
export const ALL_COLUMNS_FILE = 'attendance-report-all-columns.csv';

export const useExportMarks = (query: ReportQuery) => {
  const api = useApi();
  return {
    specified: () => api.file(routes.attendance.exportAttendance, { query }),
    allColumns: () => api.file(routes.attendance.exportAllColumns, { query }),
  };
};

export const useFlagRates = (courseId: string | undefined) =>
  useApiQuery(routes.attendance.getFlagRates, { query: { courseId } });
