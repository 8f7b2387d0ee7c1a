import pRetry from 'p-retry';
import { WriteConflict } from './errors.ts';

/** Returned by an attempt that lost against a concurrent write. */
export const RETRY = Symbol('retry');

const MAX_ATTEMPTS = 5;
/** Writers that collided wait for different times, or they would collide again. */
const DELAYS = { minTimeout: 10, factor: 2, randomize: true };

/**
 * Repeats an optimistic write with the state that was read again.
 * @param what names the written object for operators
 * @param attempt reads, decides and writes
 * @throws WriteConflict if all attempts met a concurrent write
 */
export const retryOnConflict = <Result>(
  what: string,
  attempt: () => Promise<Result | typeof RETRY>,
): Promise<Result> => {
  const conflict = new WriteConflict(what);
  return pRetry(
    async () => {
      const result = await attempt();
      if (result === RETRY) throw conflict;
      return result;
    },
    { retries: MAX_ATTEMPTS - 1, ...DELAYS, shouldRetry: ({ error }) => error === conflict },
  );
};
