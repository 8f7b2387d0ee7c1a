import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

/** Specification, section 9. */
const RECENT = 5;

export const useRecentAttendance = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['student', 'recent-attendance'],
    queryFn: ({ signal }) => api.call(routes.attendance.listAttendance, { query: { limit: RECENT }, signal }),
  });
};
