import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-courses.ts';
import { ratesKey } from './list-student-rates.ts';

/** As many as one press answers. */
const PAGE = 50;
/** How often a page that is open asks who else wants in. */
const EVERY_MS = 30_000;
const requestsKey = (courseId: string) => ['teacher', 'enrollment-requests', courseId];

/** Who asks to be let into the course. */
export const useEnrollmentRequests = (courseId: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: requestsKey(courseId),
    initialPageParam: undefined as string | undefined,
    refetchInterval: EVERY_MS,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.course.listEnrollmentRequests, {
        params: { id: courseId },
        query: { limit: PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};

export type RequestAnswer = 'approve' | 'decline';

/** Answers requests, as many as are given, and tells how many it reached. */
export const useAnswerRequests = (courseId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ answer, studentIds }: { answer: RequestAnswer; studentIds: string[] }) => {
      const route =
        answer === 'approve'
          ? routes.course.approveEnrollmentRequests
          : routes.course.declineEnrollmentRequests;
      let reached = 0;
      for (let from = 0; from < studentIds.length; from += PAGE) {
        const body = { studentIds: studentIds.slice(from, from + PAGE) };
        reached += (await api.call(route, { params: { id: courseId }, body })).studentIds.length;
      }
      return reached;
    },
    // Also after a failure: some may have been answered.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: requestsKey(courseId) }),
        queries.invalidateQueries({ queryKey: coursesKey }),
        queries.invalidateQueries({ queryKey: ratesKey(courseId) }),
      ]),
  });
};
