import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

export const coursesKey = ['student', 'courses'];

/** The courses I am enrolled in, all of them: a student has a dozen. */
export const useMyCourses = () => {
  const api = useApi();
  return useQuery({
    queryKey: coursesKey,
    queryFn: ({ signal }) => api.call(routes.course.listCourses, { query: { limit: PAGE_SIZE.max }, signal }),
  });
};
