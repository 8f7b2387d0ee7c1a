import { routes } from '@qr-attendance/contracts';
import { useApi, useApiMutation, useApiPages, useRefetch } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { courseKeys } from '../../shared/api.ts';

const ROWS_PER_PAGE = 48;

export const useAvailableCourses = (search = '') =>
  useApiPages(routes.course.listAvailableCourses, { query: { search } }, { limit: ROWS_PER_PAGE });

/** Pending until the lists are reloaded. */
export const useEnrollmentRequest = (id: string, sectionId: string | undefined) => {
  const api = useApi();
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (action: 'ask' | 'cancel') =>
      action === 'ask'
        ? api.call(routes.course.requestEnrollment, {
            params: { id },
            ...(sectionId !== undefined && { body: { sectionId } }),
          })
        : api.call(routes.course.withdrawEnrollmentRequest, { params: { id } }),
    onSuccess: () => refetch(courseKeys),
  });
};

interface Enrollment {
  courseId: string;
  key?: string | undefined;
  sectionId?: string | undefined;
}

/** Pending until the lists are reloaded, so that a card never offers a course just joined. */
export const useEnroll = () =>
  useApiMutation(
    routes.course.enroll,
    ({ courseId, ...choice }: Enrollment) => ({
      params: { id: courseId },
      ...((choice.key ?? choice.sectionId) !== undefined && { body: choice }),
    }),
    { refetches: courseKeys },
  );
