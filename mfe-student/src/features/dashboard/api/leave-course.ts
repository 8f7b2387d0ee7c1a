import { routes } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-my-courses.ts';

export const useLeaveCourse = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useCancelableMutation({
    mutationFn: (_: void, signal) => api.call(routes.course.leaveCourse, { params: { id }, signal }),
    onSuccess: () => queries.invalidateQueries({ queryKey: coursesKey }),
  });
};
