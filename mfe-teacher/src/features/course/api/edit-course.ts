import { routes, type Course, type InputOf } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-courses.ts';

export type CourseDetails = Omit<InputOf<typeof routes.course.editCourse, 'body'>, 'version'>;

/** Changes what is said of a course, unless it is no longer as this page shows it. */
export const useEditCourse = ({ _id: id, version = 1 }: Course) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (details: CourseDetails) =>
      api.call(routes.course.editCourse, { params: { id }, body: { ...details, version } }),
    // Also after a refusal: what is shown may be no longer true.
    onSettled: () => queries.invalidateQueries({ queryKey: coursesKey }),
  });
};
