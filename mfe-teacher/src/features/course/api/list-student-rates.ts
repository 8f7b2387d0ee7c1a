import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const PAGE = 50;

export const ratesKey = (courseId: string) => ['teacher', 'student-rates', courseId];

/** Who is enrolled, by name, with how often each came; the server searches names and addresses. */
export const useStudentRates = (courseId: string, search: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...ratesKey(courseId), search],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.attendance.listStudentRates, {
        params: { id: courseId },
        query: { limit: PAGE, ...(cursor && { cursor }), ...(search && { search }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
