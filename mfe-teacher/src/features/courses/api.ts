import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApiMutation, useIdempotencyKeys } from '@qr-attendance/web-kit';
import { courseKeys } from '../../shared/api/courses.ts';

export type CourseForm = InputOf<typeof routes.course.createCourse, 'body'>;

export const useCreateCourse = () => {
  const keyOf = useIdempotencyKeys();
  return useApiMutation(
    routes.course.createCourse,
    (body: CourseForm) => ({ body, idempotencyKey: keyOf(body) }),
    { refetches: courseKeys },
  );
};
