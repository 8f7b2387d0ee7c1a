import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';

export const availableCoursesKey = ['student', 'available-courses'];

/** The courses I can still enrol in, page after page. */
export const useAvailableCourses = () => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: availableCoursesKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.course.listAvailableCourses, { query: cursor ? { cursor } : {}, signal }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
