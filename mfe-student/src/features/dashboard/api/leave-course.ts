import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-my-courses.ts';

export const useLeaveCourse = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.course.leaveCourse, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: coursesKey }),
  });
};
