import pRetry, { type Options } from 'p-retry';
import { WriteConflict } from './errors.ts';

export const RETRY = Symbol('retry');

const MAX_ATTEMPTS = 5;
/** Delays are random, so that writers that collided do not collide again. */
const DELAYS = { minTimeout: 10, factor: 2, randomize: true };

/**
 * Repeats an optimistic write after reading the state again.
 * @param what names the written object for operators
 * @param attempt reads, decides and writes
 * @param delays in ms; none if others wait for the result
 * @throws WriteConflict if all attempts met a concurrent write
 */
export const retryOnConflict = <Result>(
  what: string,
  attempt: () => Promise<Result | typeof RETRY>,
  delays: Pick<Options, 'minTimeout' | 'factor' | 'randomize'> = DELAYS,
): Promise<Result> => {
  const conflict = new WriteConflict(what);
  return pRetry(
    async () => {
      const result = await attempt();
      if (result === RETRY) throw conflict;
      return result;
    },
    { retries: MAX_ATTEMPTS - 1, ...delays, shouldRetry: ({ error }) => error === conflict },
  );
};
