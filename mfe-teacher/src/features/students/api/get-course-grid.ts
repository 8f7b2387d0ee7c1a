import { PAGE_SIZE, routes, type CourseGrid } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mergePages } from '../grid-rows.ts';

/** All students of a course, with the newest sessions, or those before: `sessions` as a newer grid named them. */
export const useCourseGrid = (courseId: string, sessions: string | undefined) => {
  const api = useApi();
  return useQuery({
    queryKey: ['teacher', 'course-grid', courseId, sessions ?? ''],
    placeholderData: keepPreviousData,
    // Tens of thousands of cells, compared for nothing.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const pages: CourseGrid[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: PAGE_SIZE.max, ...(sessions && { sessions }), ...(cursor && { cursor }) };
        const page = await api.page(routes.attendance.getCourseGrid, {
          params: { id: courseId },
          query,
          signal,
        });
        pages.push(page.items);
        cursor = page.nextCursor;
      } while (cursor);
      return mergePages(pages);
    },
  });
};
