import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-courses.ts';

/** Archives a course, or restores it. */
export const useArchiveCourse = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (archive: boolean) =>
      api.call(archive ? routes.course.archiveCourse : routes.course.restoreCourse, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: coursesKey }),
  });
};
