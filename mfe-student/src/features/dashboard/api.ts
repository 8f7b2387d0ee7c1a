import { routes } from '@qr-attendance/contracts';
import { useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';

export const useSummary = () => useApiQuery(routes.attendance.getAnalyticsSummary);

/** My records in one course, counted by status. */
export const useCourseTotals = (courseId: string) =>
  useApiQuery(routes.attendance.getAttendanceTotals, { query: { courseId } });

/** Specification, section 9. */
const RECENT = 5;

export const useRecentAttendance = () =>
  useApiQuery(routes.attendance.listAttendance, { query: { limit: RECENT } });

/** How long counts may take to follow. */
const FOLLOWED_MS = 2_000;

export const useLeaveCourse = (id: string) => {
  const queries = useQueryClient();
  return useApiMutation(routes.course.leaveCourse, () => ({ params: { id } }), {
    onSuccess: () => {
      // Counts follow the course service by an event.
      setTimeout(() => void queries.invalidateQueries(), FOLLOWED_MS);
      return queries.invalidateQueries();
    },
  });
};
