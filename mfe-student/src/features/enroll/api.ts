import { routes } from '@qr-attendance/contracts';
import { useApi, useApiMutation, useApiPages, useRefetch } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { courseKeys } from '../../shared/api.ts';

const PAGE = 48;

/** Courses I can still enroll in, page after page; the server searches. */
export const useAvailableCourses = (search = '') =>
  useApiPages(routes.course.listAvailableCourses, { query: { search } }, { limit: PAGE });

/** Requests to be enrolled by the course's teacher, or withdraws the request. Pending until the lists are read again. */
export const useEnrollmentRequest = (id: string) => {
  const api = useApi();
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (wish: 'ask' | 'cancel') =>
      api.call(wish === 'ask' ? routes.course.requestEnrollment : routes.course.withdrawEnrollmentRequest, {
        params: { id },
      }),
    onSuccess: () => refetch(courseKeys),
  });
};

interface Enrollment {
  courseId: string;
  /** Undefined where the course asks for none. */
  key?: string | undefined;
}

/** Pending until the lists are read again, so that a card never offers a course that was just enrolled in. */
export const useEnroll = () =>
  useApiMutation(
    routes.course.enroll,
    ({ courseId, key }: Enrollment) => ({
      params: { id: courseId },
      ...(key !== undefined && { body: { key } }),
    }),
    { refetches: courseKeys },
  );
