import { PAGE_SIZE, routes, type CourseGrid, type EXTRA_TIME_MINUTES } from '@qr-attendance/contracts';
import { apiKey, useApi, useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { mergePages } from './grid-rows.ts';

export const STUDENT_FILE = 'attendance-report-all-columns.csv';
export const GRID_FILE = 'course-attendance.csv';

export const useCourseStudent = (id: string, studentId: string) =>
  useApiQuery(routes.attendance.getCourseStudent, { params: { id, studentId } });

/** `sessions` selects earlier sessions; its value comes from the previous grid. */
export const useCourseGrid = (
  id: string,
  { sessions, sectionId }: { sessions: string | undefined; sectionId: string | undefined },
) => {
  const api = useApi();
  return useQuery({
    queryKey: apiKey(routes.attendance.getCourseGrid, { params: { id }, query: { sessions, sectionId } }),
    placeholderData: keepPreviousData,
    // Comparing tens of thousands of cells takes longer than rendering them.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const pages: CourseGrid[] = [];
      let cursor: string | undefined;
      do {
        const query = {
          limit: PAGE_SIZE.max,
          ...(sectionId && { sectionId }),
          ...(sessions && { sessions }),
          ...(cursor && { cursor }),
        };
        const page = await api.page(routes.attendance.getCourseGrid, { params: { id }, query, signal });
        pages.push(page.items);
        cursor = page.nextCursor;
      } while (cursor);
      return mergePages(pages);
    },
  });
};

type Minutes = (typeof EXTRA_TIME_MINUTES)[number];

export const useExtraTime = (courseId: string, studentId: string) =>
  useApiQuery(routes.session.getExtraTime, { params: { courseId, studentId } });

export const useSetExtraTime = (courseId: string, studentId: string) => {
  const queries = useQueryClient();
  const params = { courseId, studentId };
  return useApiMutation(routes.session.setExtraTime, (minutes: Minutes) => ({ params, body: { minutes } }), {
    onSuccess: (saved) => queries.setQueryData(apiKey(routes.session.getExtraTime, { params }), saved),
  });
};

export const useExportStudent = (courseId: string, studentId: string) => {
  const api = useApi();
  return () => api.file(routes.attendance.exportAllColumns, { query: { courseId, studentId } });
};

export const useExportGrid = (id: string, sectionId: string | undefined) => {
  const api = useApi();
  return () =>
    api.file(routes.attendance.exportCourseGrid, {
      params: { id },
      query: { ...(sectionId && { sectionId }) },
    });
};
