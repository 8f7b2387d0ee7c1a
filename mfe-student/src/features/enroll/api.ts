import { routes } from '@qr-attendance/contracts';
import {
  apiKey,
  type ApiPage,
  useApi,
  useApiMutation,
  useApiPages,
  useCancelableMutation,
  useRefetch,
} from '@qr-attendance/web-kit';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { courseKeys } from '../../shared/api.ts';

const ROWS_PER_PAGE = 48;

export const useAvailableCourses = (search = '') =>
  useApiPages(routes.course.listAvailableCourses, { query: { search } }, { limit: ROWS_PER_PAGE });

export const useEnrollmentRequest = (id: string, sectionId: string | undefined) => {
  const api = useApi();
  const refetch = useRefetch();
  return useCancelableMutation({
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

type CoursePages = InfiniteData<ApiPage<typeof routes.course.listAvailableCourses>>;

/**
 * Removes the card of the course at once, so that the list never offers a course that the student has joined.
 */
export const useEnroll = () => {
  const queries = useQueryClient();
  return useApiMutation(
    routes.course.enroll,
    ({ courseId, ...choice }: Enrollment) => ({
      params: { id: courseId },
      ...((choice.key ?? choice.sectionId) !== undefined && { body: choice }),
    }),
    {
      refetches: courseKeys,
      onSuccess: (_course, { courseId }) =>
        queries.setQueriesData<CoursePages>(
          { queryKey: apiKey(routes.course.listAvailableCourses) },
          (pages) =>
            pages && {
              ...pages,
              pages: pages.pages.map((page) => ({
                ...page,
                items: page.items.filter(({ _id }) => _id !== courseId),
              })),
            },
        ),
    },
  );
};
