import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi, useApiPages, useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

export const REPORT_FILE = 'attendance-report.csv';
export const ALL_COLUMNS_FILE = 'attendance-report-all-columns.csv';

const ROWS_PER_PAGE = 50;

/** The largest possible page, for printing. */
export const useFetchMarks = (query: ReportQuery) => {
  const api = useApi();
  return (cursor: string | undefined) =>
    api.page(routes.attendance.listAttendance, {
      query: { ...query, limit: PAGE_SIZE.max, ...(cursor && { cursor }) },
    });
};

/** Earlier records stay visible until the new ones are loaded. */
export const useMarks = (query: ReportQuery, enabled: boolean) =>
  useApiPages(
    routes.attendance.listAttendance,
    { query },
    { limit: ROWS_PER_PAGE, enabled, placeholderData: keepPreviousData },
  );

export const useTotals = (query: ReportQuery, enabled: boolean) =>
  useApiQuery(
    routes.attendance.getAttendanceTotals,
    { query },
    { enabled, placeholderData: keepPreviousData },
  );

export const useExportMarks = (query: ReportQuery) => {
  const api = useApi();
  return {
    specified: () => api.file(routes.attendance.exportAttendance, { query }),
    allColumns: () => api.file(routes.attendance.exportAllColumns, { query }),
  };
};

export const useFlagRates = (courseId: string | undefined) =>
  useApiQuery(routes.attendance.getFlagRates, { query: { courseId } });
