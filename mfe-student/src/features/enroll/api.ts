import { routes } from '@qr-attendance/contracts';
import { useApi, useApiMutation, useApiPages, useRefetch } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { courseKeys } from '../../shared/api.ts';

const ROWS_PER_PAGE = 48;

export const useAvailableCourses = (search = '') =>
  useApiPages(routes.course.listAvailableCourses, { query: { search } }, { limit: ROWS_PER_PAGE });

/** Pending until the lists are reloaded. */
export const useEnrollmentRequest = (id: string) => {
  const api = useApi();
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (action: 'ask' | 'cancel') =>
      api.call(action === 'ask' ? routes.course.requestEnrollment : routes.course.withdrawEnrollmentRequest, {
        params: { id },
      }),
    onSuccess: () => refetch(courseKeys),
  });
};

interface Enrollment {
  courseId: string;
  key?: string | undefined;
}

/** Pending until the lists are reloaded, so that a card never offers a course just joined. */
export const useEnroll = () =>
  useApiMutation(
    routes.course.enroll,
    ({ courseId, key }: Enrollment) => ({
      params: { id: courseId },
      ...(key !== undefined && { body: { key } }),
    }),
    { refetches: courseKeys },
  );
