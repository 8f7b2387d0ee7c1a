import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const PAGE = 50;

/** Fetches a page of these marks, as large as it may be. */
export const useFetchReport = (query: ReportQuery) => {
  const api = useApi();
  return (cursor: string | undefined) =>
    api.page(routes.attendance.listAttendance, {
      query: { ...query, limit: PAGE_SIZE.max, ...(cursor && { cursor }) },
    });
};

/** My marks that a report is about, newest first, page after page. Nothing is asked while `enabled` is false. */
export const useReport = (query: ReportQuery, enabled: boolean) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['student', 'report', query],
    enabled,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.attendance.listAttendance, {
        query: { ...query, limit: PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
