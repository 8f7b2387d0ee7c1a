import { routes } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-my-courses.ts';
import { availableCoursesKey } from './list-available-courses.ts';

interface Wanted {
  courseId: string;
  /** Where the course asks for one. */
  key?: string | undefined;
}

/** Asks a course's teacher to let me in, or takes that back. Busy until the lists are read again. */
export const useEnrollmentRequest = (courseId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: 'ask' | 'cancel') =>
      api.call(wish === 'ask' ? routes.course.requestEnrollment : routes.course.withdrawEnrollmentRequest, {
        params: { id: courseId },
      }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: availableCoursesKey }),
        queries.invalidateQueries({ queryKey: coursesKey }),
      ]),
  });
};

/** Busy until the lists are read again, so that a card never offers again what was just taken. */
export const useEnroll = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useCancelableMutation({
    mutationFn: ({ courseId, key }: Wanted, signal) =>
      api.call(routes.course.enroll, {
        params: { id: courseId },
        signal,
        ...(key === undefined ? {} : { body: { key } }),
      }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: availableCoursesKey }),
        queries.invalidateQueries({ queryKey: coursesKey }),
      ]),
  });
};
