import type { Query } from '@tanstack/react-query';
import { classifyFailure } from '../failure.ts';
import { planRetry, shouldRetry } from '../host-context.tsx';
import type { LiveRequest } from './live-request.ts';
import { isStopped, liveRetryDelay } from './overlap.ts';

/** Milliseconds between two requests; false while the data cannot change. `data` is undefined until the first answer. */
export type Polling<Data> = number | false | ((data: Data | undefined) => number | false);

/** Polls on after every failure but a refusal that stops the request. */
export const livePolling = <Data>(request: Pick<LiveRequest, 'stoppedBy'>, everyMs: Polling<Data>) => ({
  refetchInterval: ({ state }: Pick<Query<Data, Error>, 'state'>): number | false => {
    if (isStopped(state.error, request)) return false;
    return typeof everyMs === 'function' ? everyMs(state.data) : everyMs;
  },
  retry: (failures: number, error: Error): boolean =>
    !isStopped(error, request) && (classifyFailure(error).kind === 'busy' || shouldRetry(failures, error)),
  retryDelay: (failures: number, error: Error): number =>
    planRetry(failures, error, liveRetryDelay(error, failures)),
});
