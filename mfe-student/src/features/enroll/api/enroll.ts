import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-my-courses.ts';

/** Enrolls me; mine and the available courses are then fetched again. */
export const useEnroll = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.course.enrol, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: coursesKey }),
  });
};
