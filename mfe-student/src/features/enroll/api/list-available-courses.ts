import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';

export const availableCoursesKey = ['student', 'available-courses'];

const PAGE = 48;

/** Courses I can still enroll in, page after page: a large university offers thousands. */
export const useAvailableCourses = () => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...availableCoursesKey, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.course.listAvailableCourses, {
        query: { limit: PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
