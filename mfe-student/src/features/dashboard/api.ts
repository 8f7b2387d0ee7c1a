import { routes } from '@qr-attendance/contracts';
import { useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';

export const useSummary = () => useApiQuery(routes.attendance.getAnalyticsSummary);

const RECENT_COUNT = 5;

export const useRecentAttendance = () =>
  useApiQuery(routes.attendance.listAttendance, { query: { limit: RECENT_COUNT, order: 'arrival' } });

const EVENT_DELAY_MS = 2_000;

export const useLeaveCourse = (id: string) => {
  const queries = useQueryClient();
  return useApiMutation(routes.course.leaveCourse, () => ({ params: { id } }), {
    onSuccess: () => {
      // The counts change after an event from the course service.
      setTimeout(() => void queries.invalidateQueries(), EVENT_DELAY_MS);
      return queries.invalidateQueries();
    },
  });
};
