import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';

export const availableCoursesKey = ['student', 'available-courses'];

const PAGE = 48;

/** Courses I can still enroll in, page after page; the server searches. */
export const useAvailableCourses = (search = '') => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...availableCoursesKey, 'pages', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.course.listAvailableCourses, {
        query: { limit: PAGE, ...(cursor && { cursor }), ...(search && { search }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
