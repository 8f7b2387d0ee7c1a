import type { Query } from '@tanstack/react-query';
import { ApiError } from '../api-error.ts';
import { classifyFailure } from '../failure.ts';
import { planRetry } from '../host-context.tsx';
import type { LiveRequest } from './live-request.ts';
import { isStopped, liveRetryDelay } from './overlap.ts';

/** Milliseconds between two requests; false while the data cannot change. `data` is undefined until the first answer. */
export type Polling<Data> = number | false | ((data: Data | undefined) => number | false);

/** For a request that was not sent. The connection may return at any moment. */
const OFFLINE_DELAY_MS = 2_000;

const delayOf = (failures: number, error: Error): number =>
  error instanceof ApiError && error.trouble === 'offline'
    ? OFFLINE_DELAY_MS
    : liveRetryDelay(error, failures);

/**
 * Retries until the server answers or refuses, so a screen that never loaded says why all the time. Polls on after a
 * refusal that concerns something else, if there is data to keep.
 */
export const livePolling = <Data>(request: Pick<LiveRequest, 'stoppedBy'>, everyMs: Polling<Data>) => ({
  refetchInterval: ({ state }: Pick<Query<Data, Error>, 'state'>): number | false => {
    if (isStopped(state.error, request) || (state.error && state.data === undefined)) return false;
    return typeof everyMs === 'function' ? everyMs(state.data) : everyMs;
  },
  retry: (_failures: number, error: Error): boolean =>
    !isStopped(error, request) && classifyFailure(error).kind !== 'refused',
  retryDelay: (failures: number, error: Error): number =>
    planRetry(failures, error, delayOf(failures, error)),
});
