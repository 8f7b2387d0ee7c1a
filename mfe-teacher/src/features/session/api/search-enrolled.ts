import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** Students enrolled in a course, by name; the server searches names and addresses. */
export const useEnrolled = (courseId: string, search: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['teacher', 'enrolled', courseId, search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const rates = await api.call(routes.attendance.listStudentRates, {
        params: { id: courseId },
        query: { limit: PAGE_SIZE.max, ...(search && { search }) },
        signal,
      });
      return rates.map(({ student }) => student);
    },
  });
};
