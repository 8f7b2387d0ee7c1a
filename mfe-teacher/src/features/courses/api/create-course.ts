import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApi, useIdempotencyKeys } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-courses.ts';

export type CourseForm = InputOf<typeof routes.course.createCourse, 'body'>;

export const useCreateCourse = () => {
  const api = useApi();
  const keyOf = useIdempotencyKeys();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CourseForm) =>
      api.call(routes.course.createCourse, { body, idempotencyKey: keyOf(body) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: coursesKey }),
  });
};
