import { routes } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-courses.ts';

/** Archives a course, or restores it. */
export const useArchiveCourse = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useCancelableMutation({
    mutationFn: (archive: boolean, signal) =>
      api.call(archive ? routes.course.archiveCourse : routes.course.restoreCourse, {
        params: { id },
        signal,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: coursesKey }),
  });
};
