import pRetry, { AbortError } from 'p-retry';
import type { SupervisedProcess } from './supervise.ts';

const EVERY_MS = 100;
/** A process that exited this often before it was ready will not become ready. */
const MAX_DEATHS = 5;

interface Limits {
  withinMs: number;
  process?: SupervisedProcess;
  signal?: AbortSignal | undefined;
}

/**
 * Retries `ask` until it succeeds.
 * @throws Error after the timeout, if the process keeps dying, or if the signal aborts
 */
export const waitUntil = async (
  ask: () => Promise<unknown>,
  { withinMs, process, signal }: Limits,
): Promise<void> => {
  const attempt = async () => {
    if ((process?.deaths() ?? 0) >= MAX_DEATHS) throw new AbortError('keeps dying');
    // p-retry gives up at errors of another realm, as in Jest, so a failure is signaled with our own error.
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
