import type { AnswerOf, RouteContract } from '@qr-attendance/contracts';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { RequestOf } from '../api-client.ts';
import { apiKey, type ApiInput } from '../api-hooks.ts';
import { useApi } from '../host-context.tsx';
import { livePolling, type Polling } from './live-polling.ts';
import type { LiveRequest } from './live-request.ts';
import { sendOverlapped } from './overlap.ts';

type LiveOptions<R, Selected> = Omit<
  UseQueryOptions<AnswerOf<R>, Error, Selected>,
  'queryKey' | 'queryFn' | 'refetchInterval' | 'retry' | 'retryDelay'
> & { everyMs: Polling<AnswerOf<R>> };

export const useLiveQuery = <R extends RouteContract, Selected = AnswerOf<R>>(
  request: LiveRequest<R>,
  input: ApiInput<R>,
  { everyMs, ...options }: LiveOptions<R, Selected>,
) => {
  const api = useApi();
  return useQuery<AnswerOf<R>, Error, Selected>({
    ...options,
    ...livePolling(request, everyMs),
    queryKey: apiKey(request.route, input),
    queryFn: ({ signal: left }) =>
      sendOverlapped(
        request,
        (signal) => api.call(request.route, { ...input, signal } as RequestOf<R>),
        left,
      ),
  });
};
