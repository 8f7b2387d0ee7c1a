import pRetry, { AbortError } from 'p-retry';
import type { Supervised } from './supervise.ts';

const EVERY_MS = 100;
/** A process that ended this often before it was ready will not become so. */
const HOPELESS_DEATHS = 5;

interface Limits {
  withinMs: number;
  /** Whom to wait for: one that keeps dying is given up early. */
  process?: Supervised;
  signal?: AbortSignal | undefined;
}

/**
 * Asks again and again until `ask` succeeds.
 * @throws Error when time is up, the process keeps dying or the signal is given
 */
export const waitUntil = async (
  ask: () => Promise<unknown>,
  { withinMs, process, signal }: Limits,
): Promise<void> => {
  const attempt = async () => {
    if ((process?.deaths() ?? 0) >= HOPELESS_DEATHS) throw new AbortError('keeps dying');
    // Errors of another realm, as in Jest, would make p-retry give up; so failing is an error of our own.
    const done = await ask().then(
      () => true,
      () => false,
    );
    if (!done) throw new Error('not yet');
  };
  await pRetry(attempt, {
    retries: Infinity,
    minTimeout: EVERY_MS,
    factor: 1,
    maxRetryTime: withinMs,
    ...(signal ? { signal } : {}),
  });
};
