import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { useApi, useApiPages, useApiQuery } from '@qr-attendance/web-kit';
import { useCallback } from 'react';
import type { ReportQuery } from './report-filters.ts';

const ROWS_PER_PAGE = 50;

/** Previous records stay visible until new ones have loaded. */
export const useReport = (query: ReportQuery, enabled: boolean) =>
  useApiPages(
    routes.attendance.listAttendance,
    { query },
    { limit: ROWS_PER_PAGE, enabled, placeholderData: (previous) => previous },
  );

export const useReportTotals = (query: ReportQuery, enabled: boolean) =>
  useApiQuery(
    routes.attendance.getAttendanceTotals,
    { query },
    { enabled, placeholderData: (previous) => previous },
  );

export const useFetchReport = (query: ReportQuery) => {
  const api = useApi();
  return useCallback(
    (cursor: string | undefined) =>
      api.page(routes.attendance.listAttendance, {
        query: { ...query, limit: PAGE_SIZE.max, ...(cursor && { cursor }) },
      }),
    [api, query],
  );
};
