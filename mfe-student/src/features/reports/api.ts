import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi, useApiPages, useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

const ROWS_PER_PAGE = 50;

/** The largest possible page, for printing. */
export const useFetchReport = (query: ReportQuery) => {
  const api = useApi();
  return (cursor: string | undefined) =>
    api.page(routes.attendance.listAttendance, {
      query: { ...query, limit: PAGE_SIZE.max, ...(cursor && { cursor }) },
    });
};

export const useReport = (query: ReportQuery, enabled: boolean) =>
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

export const useExportReport = () => {
  const api = useApi();
  return (query: ReportQuery): Promise<Blob> => api.file(routes.attendance.exportAttendance, { query });
};
