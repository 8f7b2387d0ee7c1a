import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryFilters } from '../history-filters.ts';

const PAGE = 25;
export const historyKey = ['student', 'history'];

/** My marks and absences, newest first, page after page; the server filters. */
export const useHistory = ({ courseId, status }: HistoryFilters) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...historyKey, courseId, status],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.attendance.listAttendance, {
        query: {
          limit: PAGE,
          ...(cursor && { cursor }),
          ...(courseId && { courseId }),
          ...(status && { status }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
