import { PAGE_SIZE, routes, type Complete, type InputOf } from '@qr-attendance/contracts';
import {
  apiKey,
  termsRequest,
  useApiMutation,
  useApiPages,
  useApiQuery,
  useRefetch,
} from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

const ROWS_PER_PAGE = 50;
/** Courses are updated in the background after a change of their term. */
const UPDATING_MS = 2_000;

export type NewTerm = Complete<InputOf<typeof routes.course.createTerm, 'body'>>;

export const useTerms = (search = '') =>
  useApiPages(
    routes.course.listTerms,
    { query: { search } },
    {
      limit: ROWS_PER_PAGE,
      placeholderData: keepPreviousData,
      live: {
        request: termsRequest,
        everyMs: (data) =>
          data?.pages.some(({ items }) => items.some(({ updatingCourses }) => updatingCourses)) === true &&
          UPDATING_MS,
      },
    },
  );

/** Includes terms that do not match the page's search. */
export const useAllTerms = () => useApiQuery(routes.course.listTerms, { query: { limit: PAGE_SIZE.max } });

/** Reloads even after a refusal, because the term may have changed. */
const useReload = () => {
  const refetch = useRefetch();
  return { onSettled: () => refetch([apiKey(routes.course.listTerms)]) };
};

export const useSaveTerm = (existing: { _id: string; version: number } | undefined) => {
  const reload = useReload();
  const create = useApiMutation(routes.course.createTerm, (term: NewTerm) => ({ body: term }), reload);
  const edit = useApiMutation(
    routes.course.editTerm,
    (term: NewTerm) => ({
      params: { id: existing?._id ?? '' },
      body: { ...term, version: existing?.version ?? 0 },
    }),
    reload,
  );
  return existing ? edit : create;
};

export const useArchiveTerm = (id: string) =>
  useApiMutation(routes.course.archiveTerm, () => ({ params: { id } }), useReload());

export const useRestoreTerm = (id: string) =>
  useApiMutation(routes.course.restoreTerm, () => ({ params: { id } }), useReload());

export const useDeleteTerm = (id: string) =>
  useApiMutation(routes.course.deleteTerm, () => ({ params: { id } }), useReload());

export const useCopyCourses = (from: string) =>
  useApiMutation(
    routes.course.copyTermCourses,
    (id: string) => ({ params: { id }, body: { from } }),
    useReload(),
  );
