import type { Query } from '@tanstack/react-query';
import { ApiError } from '../api-error.ts';
import { classifyFailure } from '../failure.ts';
import { planRetry } from '../host-context.tsx';
import type { LiveRequest } from './live-request.ts';
import { isStopped, liveRetryDelay } from './overlap.ts';

/**
 * Milliseconds between two requests, or false while the data cannot change. `data` is undefined before the
 * first answer.
 */
export type Polling<Data> = number | false | ((data: Data | undefined) => number | false);

/** The delay after a request that could not be sent is short, because the connection may return at any moment. */
const OFFLINE_DELAY_MS = 2_000;

const delayOf = (failures: number, error: Error): number =>
  error instanceof ApiError && error.trouble === 'offline'
    ? OFFLINE_DELAY_MS
    : liveRetryDelay(error, failures);

/**
 * Retries until the server answers or refuses. A screen without data shows the reason in the meantime; a
 * screen with data continues to poll after a refusal that does not concern it.
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
