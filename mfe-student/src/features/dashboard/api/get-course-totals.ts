import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

/** My marks in one course, counted by status. */
export const useCourseTotals = (courseId: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['student', 'course-totals', courseId],
    queryFn: ({ signal }) => api.call(routes.attendance.getAttendanceTotals, { query: { courseId }, signal }),
  });
};
