import { ApiError } from '../api-error.ts';
import { classifyFailure, retryDelay } from '../failure.ts';
import type { LiveRequest } from './live-request.ts';

type Limits = Pick<LiveRequest, 'overlapMs' | 'maxMs' | 'stoppedBy'>;

/** A proxy's 403 or 404 has no code, and an unknown code may not concern this request. */
export const isStopped = (error: unknown, { stoppedBy }: Pick<LiveRequest, 'stoppedBy'>): boolean =>
  error instanceof ApiError &&
  (error.signedOut ||
    (stoppedBy === 'refusal' ? classifyFailure(error).kind === 'refused' : stoppedBy.includes(error.code)));

/**
 * Resolves to the first answer and aborts the other requests, so a late answer never replaces a newer answer. Rejects
 * if a refusal stops the request, if every open request failed, or when the time is over.
 */
export const sendOverlapped = <T>(
  { overlapMs, maxMs, stoppedBy }: Limits,
  send: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const over = new AbortController();
    let open = 0;
    let next: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(next);
      clearTimeout(end);
      signal?.removeEventListener('abort', leave);
      over.abort();
    };
    const fail = (error: unknown) => {
      finish();
      reject(error as Error);
    };
    const leave = () => fail(signal?.reason);
    const end = setTimeout(() => fail(new ApiError(0)), maxMs);
    const start = () => {
      open += 1;
      if (overlapMs !== undefined) next = setTimeout(start, overlapMs);
      send(over.signal).then(
        (answer) => {
          finish();
          resolve(answer);
        },
        (error: unknown) => {
          open -= 1;
          if (open === 0 || isStopped(error, { stoppedBy })) fail(error);
        },
      );
    };
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
    else start();
  });

const MAX_LIVE_DELAY_MS = 10_000;

/** A live screen waits at most 10 s, even if the server requests a longer wait. */
export const liveRetryDelay = (error: unknown, failuresBefore: number, maxMs = MAX_LIVE_DELAY_MS): number =>
  Math.min(MAX_LIVE_DELAY_MS, retryDelay(classifyFailure(error), failuresBefore, Math.random(), maxMs));
