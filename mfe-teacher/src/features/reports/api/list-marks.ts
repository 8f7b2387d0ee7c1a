import { routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const PAGE = 50;

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
