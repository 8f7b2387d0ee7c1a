import pRetry, { AbortError } from 'p-retry';
import type { SupervisedProcess } from './supervise.ts';

const EVERY_MS = 100;
/** Maximum number of exits before a process counts as broken. */
const MAX_DEATHS = 5;

interface Limits {
  withinMs: number;
  process?: SupervisedProcess;
  signal?: AbortSignal | undefined;
}

/**
 * Retries `ask` until it succeeds.
 * @throws Error after the time-out, if the process exits repeatedly, or if the signal aborts
 */
export const waitUntil = async (
  ask: () => Promise<unknown>,
  { withinMs, process, signal }: Limits,
): Promise<void> => {
  const attempt = async () => {
    if ((process?.deaths() ?? 0) >= MAX_DEATHS) throw new AbortError('keeps dying');
    // p-retry does not recognize errors of another realm, as in Jest, and gives up; so it gets an error
    // created here.
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
