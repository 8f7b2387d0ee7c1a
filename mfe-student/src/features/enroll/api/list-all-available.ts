import { PAGE_SIZE, routes, type Course } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { availableCoursesKey } from './list-available-courses.ts';

/** All courses I can still enroll in, in large pages: a search goes through every one, not through those in sight. */
export const useAllAvailable = (enabled: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: [...availableCoursesKey, 'all'],
    enabled,
    queryFn: async ({ signal }) => {
      const all: Course[] = [];
      let cursor: string | undefined;
      do {
        const page = await api.page(routes.course.listAvailableCourses, {
          query: { limit: PAGE_SIZE.max, ...(cursor && { cursor }) },
          signal,
        });
        all.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor);
      return all;
    },
  });
};
