import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi, useApiPages, useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

/** Specification, section 9. */
export const REPORT_FILE = 'attendance-report.csv';
export const ALL_COLUMNS_FILE = 'attendance-report-all-columns.csv';

const PAGE = 50;

/** Fetches a page of these records, as large as it may be. */
export const useFetchMarks = (query: ReportQuery) => {
  const api = useApi();
  return (cursor: string | undefined) =>
    api.page(routes.attendance.listAttendance, {
      query: { ...query, limit: PAGE_SIZE.max, ...(cursor && { cursor }) },
    });
};

/** Records of my courses, newest first, page after page; those of the filters before stay until the new ones are there. */
export const useMarks = (query: ReportQuery, enabled: boolean) =>
  useApiPages(
    routes.attendance.listAttendance,
    { query },
    { limit: PAGE, enabled, placeholderData: keepPreviousData },
  );

/** Counts of the whole selection, however much of it is on the page. */
export const useTotals = (query: ReportQuery, enabled: boolean) =>
  useApiQuery(
    routes.attendance.getAttendanceTotals,
    { query },
    { enabled, placeholderData: keepPreviousData },
  );

/** The whole selection as CSV, with dates and times of the campus, as on the page. */
export const useExportMarks = (query: ReportQuery) => {
  const api = useApi();
  return {
    specified: () => api.file(routes.attendance.exportAttendance, { query }),
    allColumns: () => api.file(routes.attendance.exportAllColumns, { query }),
  };
};

/** How often records are flagged, by device and network; of one course or of all of mine. */
export const useFlagRates = (courseId: string | undefined) =>
  useApiQuery(routes.attendance.getFlagRates, { query: { courseId } });
