import { routes } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-courses.ts';

/** Deletes a course that has neither students nor sessions. */
export const useDeleteCourse = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useCancelableMutation({
    mutationFn: (_: void, signal) => api.call(routes.course.deleteCourse, { params: { id }, signal }),
    // The page of the course itself is left: asking for it again would answer that there is none.
    onSuccess: () => queries.invalidateQueries({ queryKey: coursesKey, exact: true }),
  });
};
