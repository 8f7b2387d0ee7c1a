import { routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** How many marks of each status a report counts. */
export const useTotals = (query: ReportQuery, enabled: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: ['student', 'report-totals', query],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(routes.attendance.getAttendanceTotals, { query, signal }),
  });
};
