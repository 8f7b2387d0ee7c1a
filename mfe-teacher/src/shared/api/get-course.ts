import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { coursesKey } from './list-courses.ts';

export const useCourse = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [...coursesKey, 'one', id],
    queryFn: ({ signal }) => api.call(routes.course.getCourse, { params: { id }, signal }),
  });
};
