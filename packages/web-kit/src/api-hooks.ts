import type { AnswerOf, InputOf, RouteContract } from '@qr-attendance/contracts';
import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseMutationOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { RequestOf } from './api-client.ts';
import { useApi } from './host-context.tsx';
import { useCancelableMutation } from './use-cancelable-mutation.ts';

type OrUndefined<T> = { [Key in keyof T]: T[Key] | undefined };

/** The params and query of a call. A query parameter that is undefined or empty is not sent. */
export interface ApiInput<R> {
  params?: InputOf<R, 'params'>;
  query?: OrUndefined<InputOf<R, 'query'>>;
}

/** One page of a list, and the cursor of the next page where there is one. */
export interface ApiPage<R> {
  items: AnswerOf<R>;
  nextCursor?: string;
}

/**
 * The cache key of the calls of a route. With `input` it matches only calls whose params and query contain it; as the key
 * of a single query, `input` is the whole input.
 */
export const apiKey = <R extends RouteContract>(
  { method, path }: R,
  input: { params?: Partial<InputOf<R, 'params'>>; query?: Partial<OrUndefined<InputOf<R, 'query'>>> } = {},
): QueryKey => [`${method} ${path}`, input];

/** Reads the answer of a route. @throws ApiError into `error` of the query */
export const useApiQuery = <R extends RouteContract, Selected = AnswerOf<R>>(
  route: R,
  input: ApiInput<R> = {},
  options: Omit<UseQueryOptions<AnswerOf<R>, Error, Selected>, 'queryKey' | 'queryFn'> = {},
) => {
  const api = useApi();
  return useQuery<AnswerOf<R>, Error, Selected>({
    ...options,
    queryKey: apiKey(route, input),
    queryFn: ({ signal }) => api.call(route, { ...input, signal } as RequestOf<R>),
  });
};

type PagesOptions<R> = UseInfiniteQueryOptions<
  ApiPage<R>,
  Error,
  InfiniteData<ApiPage<R>>,
  QueryKey,
  string | undefined
>;

/**
 * Reads a list page by page.
 * @param limit number of rows of a page
 * @param firstLimit number of rows of the first page, if it differs
 */
export const useApiPages = <R extends RouteContract>(
  route: R,
  input: ApiInput<R>,
  {
    limit,
    firstLimit = limit,
    ...options
  }: Partial<PagesOptions<R>> & { limit: number; firstLimit?: number | undefined },
) => {
  const api = useApi();
  return useInfiniteQuery({
    ...options,
    queryKey: [...apiKey(route, input), firstLimit, limit],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...input.query, limit: cursor ? limit : firstLimit, cursor };
      return api.page(route, { ...input, query, signal } as RequestOf<R>);
    },
    getNextPageParam: ({ nextCursor }: ApiPage<R>) => nextCursor,
  });
};

/** Marks the queries with these keys as outdated and resolves once those on the page are read again. */
export const useRefetch = (): ((keys: readonly QueryKey[]) => Promise<unknown>) => {
  const queries = useQueryClient();
  return (keys) => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
};

type MutationOptions<R, Variables> = Omit<
  UseMutationOptions<AnswerOf<R>, Error, Variables>,
  'mutationFn' | 'onSuccess'
> & {
  /** Keys of the queries that the change outdates; the mutation is pending until they are read again. */
  refetches?: readonly QueryKey[];
  onSuccess?: (answer: AnswerOf<R>, variables: Variables) => unknown;
};

/** Calls a route that changes something. `cancel` gives up the request under way. */
export const useApiMutation = <R extends RouteContract, Variables = void>(
  route: R,
  toRequest: (variables: Variables) => RequestOf<NoInfer<R>>,
  { refetches = [], onSuccess, ...options }: MutationOptions<R, Variables> = {},
) => {
  const api = useApi();
  const refetch = useRefetch();
  return useCancelableMutation<AnswerOf<R>, Variables>({
    ...options,
    mutationFn: (variables, signal) => api.call(route, { ...toRequest(variables), signal }),
    onSuccess: async (answer, variables) => {
      await Promise.all([onSuccess?.(answer, variables), refetch(refetches)]);
    },
  });
};
