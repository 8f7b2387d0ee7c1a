import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const PAGE = 50;

/** Fetches a page of these marks, as large as it may be. */
export const useFetchMarks = (query: ReportQuery) => {
  const api = useApi();
  return (cursor: string | undefined) =>
    api.page(routes.attendance.listAttendance, {
      query: { ...query, limit: PAGE_SIZE.max, ...(cursor && { cursor }) },
    });
};

/** Marks of my courses, newest first, page after page; those of the filters before stay until the new ones are there. */
export const useMarks = (query: ReportQuery, enabled: boolean) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['teacher', 'reports', 'marks', query],
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
