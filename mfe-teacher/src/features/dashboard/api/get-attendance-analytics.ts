import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Period } from '../period.ts';

/** Attendance by day; the period before stays drawn until the new one is there. */
export const useAttendanceAnalytics = (period: Period) => {
  const api = useApi();
  return useQuery({
    queryKey: ['teacher', 'analytics', period],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(routes.attendance.getAttendanceAnalytics, { query: { period }, signal }),
  });
};
