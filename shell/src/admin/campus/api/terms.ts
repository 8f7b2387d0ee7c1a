import { routes, type InputOf } from '@qr-attendance/contracts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useIdentityState } from '../../../identity/identity-context.ts';

const PAGE = 50;
const TERMS = ['admin', 'terms'];
/** Courses follow a change of their term in the background. */
const UPDATING_MS = 2_000;

export type NewTerm = InputOf<typeof routes.course.createTerm, 'body'>;

export const useTerms = (search = '') => {
  const { api } = useIdentityState();
  return useInfiniteQuery({
    queryKey: [...TERMS, search],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.course.listTerms, {
        query: { limit: PAGE, ...(cursor && { cursor }), ...(search && { search }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ updatingCourses }) => updatingCourses))
        ? UPDATING_MS
        : false,
  });
};

const useTermMutation = <Variables>(
  send: (api: ReturnType<typeof useIdentityState>['api'], variables: Variables) => Promise<unknown>,
) => {
  const { api } = useIdentityState();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => send(api, variables),
    // Reloaded after a refusal too, because the term may have changed.
    onSettled: () => queries.invalidateQueries({ queryKey: TERMS }),
  });
};

export const useSaveTerm = (known: { _id: string; version: number } | undefined) =>
  useTermMutation((api, term: NewTerm) =>
    known
      ? api.call(routes.course.editTerm, {
          params: { id: known._id },
          body: { ...term, version: known.version },
        })
      : api.call(routes.course.createTerm, { body: term }),
  );

export const useArchiveTerm = (id: string) =>
  useTermMutation((api, archive: boolean) =>
    api.call(archive ? routes.course.archiveTerm : routes.course.restoreTerm, { params: { id } }),
  );

export const useDeleteTerm = (id: string) =>
  useTermMutation((api, _nothing: undefined) => api.call(routes.course.deleteTerm, { params: { id } }));

export const useCopyCourses = (from: string) =>
  useTermMutation((api, id: string) =>
    api.call(routes.course.copyTermCourses, { params: { id }, body: { from } }),
  );
