import type { AnswerOf, InputOf, RequestPartsOf, RouteContract } from '@qr-attendance/contracts';
import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RequestOf } from './api-client.ts';
import { useApi } from './host-context.tsx';
import { livePolling, type Polling } from './live/live-polling.ts';
import type { LiveRequest } from './live/live-request.ts';
import { sendOverlapped } from './live/overlap.ts';
import { useCancelableMutation } from './use-cancelable-mutation.ts';

type OrUndefined<T> = { [Key in keyof T]: T[Key] | undefined };

/** Query parameters that are undefined or empty are omitted. */
export type ApiInput<R> = Omit<RequestPartsOf<R>, 'query' | 'body'> &
  (RequestPartsOf<R> extends { query: unknown }
    ? { query: OrUndefined<InputOf<R, 'query'>> }
    : { query?: OrUndefined<InputOf<R, 'query'>> });

export interface ApiPage<R> {
  items: AnswerOf<R>;
  nextCursor?: string;
}

/** The cache key of a route's queries. A partial `input` matches all queries that contain it. */
export const apiKey = <R extends RouteContract>(
  { method, path }: R,
  input: { params?: Partial<InputOf<R, 'params'>>; query?: Partial<OrUndefined<InputOf<R, 'query'>>> } = {},
): QueryKey => [`${method} ${path}`, input];

type QueryOptions<R, Selected> = Omit<
  UseQueryOptions<AnswerOf<R>, Error, Selected>,
  'queryKey' | 'queryFn' | 'refetchInterval'
>;
/** The input may be left out only if nothing in it is required. */
type QueryArguments<R, Selected> =
  Partial<ApiInput<R>> extends ApiInput<R>
    ? [input?: ApiInput<R>, options?: QueryOptions<R, Selected>]
    : [input: ApiInput<R>, options?: QueryOptions<R, Selected>];

/** Failures are ApiErrors. */
export const useApiQuery = <R extends RouteContract, Selected = AnswerOf<R>>(
  route: R,
  ...[input = {} as ApiInput<R>, options = {}]: QueryArguments<R, Selected>
) => {
  const api = useApi();
  return useQuery<AnswerOf<R>, Error, Selected>({
    ...options,
    queryKey: apiKey(route, input),
    queryFn: ({ signal }) => api.call(route, { ...input, signal } as RequestOf<R>),
  });
};

type PagesOptions<R> = Omit<
  UseInfiniteQueryOptions<ApiPage<R>, Error, InfiniteData<ApiPage<R>>, QueryKey, string | undefined>,
  'refetchInterval' | 'retry' | 'retryDelay'
> & { live?: { request: LiveRequest; everyMs: Polling<InfiniteData<ApiPage<R>>> } };

/** `limit` is the number of rows per page; `firstLimit` applies to the first page. */
export const useApiPages = <R extends RouteContract>(
  route: R,
  input: ApiInput<R>,
  {
    limit,
    firstLimit = limit,
    live,
    ...options
  }: Partial<PagesOptions<R>> & { limit: number; firstLimit?: number | undefined },
) => {
  const api = useApi();
  return useInfiniteQuery({
    ...options,
    ...(live && livePolling(live.request, live.everyMs)),
    queryKey: [...apiKey(route, input), firstLimit, limit],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal: left }) => {
      const query = { ...input.query, limit: cursor ? limit : firstLimit, cursor };
      const read = (signal: AbortSignal) => api.page(route, { ...input, query, signal } as RequestOf<R>);
      return live ? sendOverlapped(live.request, read, left) : read(left);
    },
    getNextPageParam: ({ nextCursor }: ApiPage<R>) => nextCursor,
  });
};

/**
 * Reloads the displayed queries with these keys, without waiting: a slow list must not delay the end of a
 * change.
 */
export const useRefetch = (): ((keys: readonly QueryKey[]) => void) => {
  const queries = useQueryClient();
  return useCallback(
    (keys) => {
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
    },
    [queries],
  );
};

type MutationOptions<R, Variables> = Omit<
  Parameters<typeof useCancelableMutation<AnswerOf<R>, Variables>>[0],
  'mutationFn'
> & {
  refetches?: readonly QueryKey[];
};

/** Settles when the server has answered. `cancel` prevents a request from being sent. */
export const useApiMutation = <R extends RouteContract, Variables = void>(
  route: R,
  toRequest: (variables: Variables) => RequestOf<NoInfer<R>>,
  { refetches = [], onSuccess, ...options }: MutationOptions<R, Variables> = {},
) => {
  const api = useApi();
  const refetch = useRefetch();
  return useCancelableMutation<AnswerOf<R>, Variables>({
    ...options,
    mutationFn: (variables, cancel) => api.call(route, { ...toRequest(variables), cancel }),
    onSuccess: (answer, variables) => {
      onSuccess?.(answer, variables);
      refetch(refetches);
    },
  });
};
