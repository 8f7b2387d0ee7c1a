import { routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** Counts of the whole choice, however much of it is on the page. */
export const useTotals = (query: ReportQuery, enabled: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: ['teacher', 'reports', 'totals', query],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(routes.attendance.getAttendanceTotals, { query, signal }),
  });
};
