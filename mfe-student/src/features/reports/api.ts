import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi, useApiPages, useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

const PAGE = 50;

/** Fetches a page of these records, as large as it may be. */
export const useFetchReport = (query: ReportQuery) => {
  const api = useApi();
  return (cursor: string | undefined) =>
    api.page(routes.attendance.listAttendance, {
      query: { ...query, limit: PAGE_SIZE.max, ...(cursor && { cursor }) },
    });
};

/** My records that a report is about, newest first, page after page. */
export const useReport = (query: ReportQuery, enabled: boolean) =>
  useApiPages(
    routes.attendance.listAttendance,
    { query },
    { limit: PAGE, enabled, placeholderData: keepPreviousData },
  );

/** How many records of each status a report counts. */
export const useTotals = (query: ReportQuery, enabled: boolean) =>
  useApiQuery(
    routes.attendance.getAttendanceTotals,
    { query },
    { enabled, placeholderData: keepPreviousData },
  );

/** The whole report as CSV, with date and time as this page shows them. */
export const useExportReport = () => {
  const api = useApi();
  return (query: ReportQuery): Promise<Blob> => api.file(routes.attendance.exportAttendance, { query });
};
