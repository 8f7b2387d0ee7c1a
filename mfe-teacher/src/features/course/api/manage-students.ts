import { routes, type StudentRate } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-courses.ts';
import { ratesKey } from './list-student-rates.ts';

const PAGE = 50;
const formerKey = (courseId: string) => ['teacher', 'former-students', courseId];

/** Who left the course or was removed from it. */
export const useFormerStudents = (courseId: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: formerKey(courseId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.course.listFormerStudents, {
        params: { id: courseId },
        query: { limit: PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};

interface Rates {
  items: StudentRate[];
  nextCursor?: string | undefined;
}

export const useRemoveStudent = (courseId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useCancelableMutation({
    mutationFn: ({ studentId, stranger }: { studentId: string; stranger: boolean }, signal) =>
      api.call(routes.course.removeStudent, {
        params: { id: courseId, studentId },
        query: { stranger: stranger ? 'true' : 'false' },
        signal,
      }),
    onSuccess: (_nothing, { studentId }) => {
      // Rates hear of it a moment later, so asking for them now might bring the row back.
      queries.setQueriesData<InfiniteData<Rates>>(
        { queryKey: ratesKey(courseId) },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              items: page.items.filter(({ student }) => student._id !== studentId),
            })),
          },
      );
      return Promise.all([
        queries.invalidateQueries({ queryKey: coursesKey }),
        queries.invalidateQueries({ queryKey: formerKey(courseId) }),
      ]);
    },
  });
};

/** How long rates may take to hear of somebody who is back. */
const HEARD_MS = 2_000;

export const useRestoreStudent = (courseId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (studentId: string) =>
      api.call(routes.course.restoreStudent, { params: { id: courseId, studentId } }),
    onSuccess: () => {
      setTimeout(() => void queries.invalidateQueries({ queryKey: ratesKey(courseId) }), HEARD_MS);
      return Promise.all([
        queries.invalidateQueries({ queryKey: coursesKey }),
        queries.invalidateQueries({ queryKey: formerKey(courseId) }),
        queries.invalidateQueries({ queryKey: ratesKey(courseId) }),
      ]);
    },
  });
};
