import { MAX_ROSTER_LINES, routes, type AnswerOf, type RosterLine } from '@qr-attendance/contracts';
import {
  apiKey,
  useApi,
  useApiMutation,
  useApiPages,
  useCancelableMutation,
  useRefetch,
  type ApiPage,
} from '@qr-attendance/web-kit';
import { keepPreviousData, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { courseKeys } from '../../shared/api/courses.ts';
import { statedStudentsKey } from '../../shared/api/stated-students.ts';

/** The page size of the roster, and the number of enrollment requests that are answered together. */
export const ROWS_PER_PAGE = 50;

export const ratesKey = (id: string) => apiKey(routes.attendance.listStudentRates, { params: { id } });

/** The server searches names and email addresses. */
export const useStudentRates = (id: string, search: string, sectionId: string | undefined) =>
  useApiPages(
    routes.attendance.listStudentRates,
    { params: { id }, query: { search, ...(sectionId && { sectionId }) } },
    { limit: ROWS_PER_PAGE, placeholderData: keepPreviousData },
  );

const formerKey = (id: string) => apiKey(routes.course.listFormerStudents, { params: { id } });

export const useFormerStudents = (id: string) =>
  useApiPages(routes.course.listFormerStudents, { params: { id } }, { limit: ROWS_PER_PAGE });

type Rates = InfiniteData<ApiPage<typeof routes.attendance.listStudentRates>>;

export const useRemoveStudent = (id: string) => {
  const queries = useQueryClient();
  const withoutStudent = (known: Rates, studentId: string): Rates => ({
    ...known,
    pages: known.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ student }) => student._id !== studentId),
    })),
  });
  return useApiMutation(
    routes.course.removeStudent,
    ({ studentId, stranger }: { studentId: string; stranger: boolean }) => ({
      params: { id, studentId },
      query: { stranger: stranger ? ('true' as const) : ('false' as const) },
    }),
    {
      refetches: [...courseKeys, formerKey(id), statedStudentsKey(id)],
      // Rates change after an event, so a reload might bring the row back.
      onSuccess: (_nothing, { studentId }) =>
        queries.setQueriesData<Rates>(
          { queryKey: ratesKey(id) },
          (known) => known && withoutStudent(known, studentId),
        ),
    },
  );
};

const EVENT_DELAY_MS = 2_000;

export const useMoveStudent = (id: string) => {
  const queries = useQueryClient();
  const refetch = useRefetch();
  const withSection = (known: Rates, studentId: string, sectionId: string): Rates => ({
    ...known,
    pages: known.pages.map((page) => ({
      ...page,
      items: page.items.map((rate) => (rate.student._id === studentId ? { ...rate, sectionId } : rate)),
    })),
  });
  return useApiMutation(
    routes.course.moveStudent,
    ({ studentId, ...body }: { studentId: string; sectionId: string; at?: string }) => ({
      params: { id, studentId },
      body,
    }),
    {
      refetches: [...courseKeys, statedStudentsKey(id)],
      // Rates change after an event, so a reload might restore the previous section.
      onSuccess: (_nothing, { studentId, sectionId }) => {
        queries.setQueriesData<Rates>(
          { queryKey: ratesKey(id) },
          (known) => known && withSection(known, studentId, sectionId),
        );
        setTimeout(() => void refetch([ratesKey(id)]), EVENT_DELAY_MS);
      },
    },
  );
};

export const useRestoreStudent = (id: string) => {
  const refetch = useRefetch();
  return useApiMutation(
    routes.course.restoreStudent,
    (studentId: string) => ({ params: { id, studentId } }),
    {
      refetches: [...courseKeys, formerKey(id), ratesKey(id), statedStudentsKey(id)],
      onSuccess: () => {
        setTimeout(() => void refetch([ratesKey(id)]), EVENT_DELAY_MS);
      },
    },
  );
};

interface Additions {
  lines: RosterLine[];
  preview: boolean;
  invite: boolean;
  sectionId: string | undefined;
}

/**
 * Resolves to one outcome for each line that was sent; after a cancellation, the remaining lines are not
 * sent.
 */
export const useAddStudents = (id: string) => {
  const api = useApi();
  const refetch = useRefetch();
  return useCancelableMutation({
    mutationFn: async ({ lines, preview, invite, sectionId }: Additions, cancel) => {
      const outcomes: AnswerOf<typeof routes.course.addStudents>['outcomes'] = [];
      for (let from = 0; from < lines.length; from += MAX_ROSTER_LINES) {
        if (cancel.aborted && outcomes.length > 0) break;
        const part = lines.slice(from, from + MAX_ROSTER_LINES);
        const body = { lines: part, preview, invite, ...(sectionId && { sectionId }) };
        const request = { params: { id }, body, cancel };
        outcomes.push(...(await api.call(routes.course.addStudents, request)).outcomes);
      }
      return outcomes;
    },
    // Reloads even after a failure, because some lines may have been added.
    onSettled: (_outcomes, _error, { preview }) => {
      if (preview) return;
      const keys = [...courseKeys, formerKey(id), ratesKey(id), statedStudentsKey(id)];
      setTimeout(() => void refetch([ratesKey(id)]), EVENT_DELAY_MS);
      refetch(keys);
    },
  });
};

export const useInviteStudents = (id: string) =>
  useApiMutation(routes.course.inviteStudents, (studentIds: string[] | undefined) => ({
    params: { id },
    body: studentIds ? { studentIds } : {},
  }));
