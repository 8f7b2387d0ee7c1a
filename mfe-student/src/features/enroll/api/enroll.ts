import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-my-courses.ts';
import { availableCoursesKey } from './list-available-courses.ts';

interface Wanted {
  courseId: string;
  /** Where the course asks for one. */
  key?: string | undefined;
}

/** Busy until the lists are read again, so that a card never offers again what was just taken. */
export const useEnroll = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ courseId, key }: Wanted) =>
      api.call(routes.course.enroll, {
        params: { id: courseId },
        ...(key === undefined ? {} : { body: { key } }),
      }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: availableCoursesKey }),
        queries.invalidateQueries({ queryKey: coursesKey }),
      ]),
  });
};
