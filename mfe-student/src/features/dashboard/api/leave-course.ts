import { routes } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';

/** How long counts may take to hear of it. */
const FOLLOWED_MS = 2_000;

export const useLeaveCourse = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useCancelableMutation({
    mutationFn: (_: void, signal) => api.call(routes.course.leaveCourse, { params: { id }, signal }),
    onSuccess: () => {
      const refreshAll = () => queries.invalidateQueries({ queryKey: ['student'] });
      // Counts follow the course service by an event.
      setTimeout(() => void refreshAll(), FOLLOWED_MS);
      return refreshAll();
    },
  });
};
