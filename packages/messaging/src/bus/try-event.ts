import type { DeadLetter } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import { isTimeout, isUnavailable } from '@qr-attendance/server';
import { z } from 'zod';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import { pauseAfter, type RetrySchedule } from './retry-schedule.ts';

/** Whether the message is not an event or its payload does not match the topic, so that a retry would not help. */
const isInvalid = (error: unknown): boolean =>
  error instanceof z.core.$ZodError || error instanceof SyntaxError;

export interface AttemptCounts {
  failing: number;
  slow: number;
}
export const NO_ATTEMPTS: AttemptCounts = { failing: 0, slow: 0 };

/**
 * `done`: handled, or stored as a dead letter. `again`: retry after a pause. `unavailable`: the database is
 * unavailable, so the attempt does not count.
 */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'again'; afterMs: number; tries: AttemptCounts }
  | { kind: 'unavailable' };

export interface Attempt {
  handle: () => Promise<void>;
  tries: AttemptCounts;
  toLetter: (why: { reason: string; attempts: number }) => DeadLetter;
  about: object;
}

/**
 * Handles an event once and decides what follows; the same for every bus. An attempt does not count while the
 * database is unavailable. A statement time-out counts only if the database answers a simple query.
 */
export const createTryEvent = ({
  deadLetters,
  schedule,
  log,
}: {
  deadLetters: DeadLetterStore;
  schedule: RetrySchedule;
  log: Logger;
}) => {
  const answers = () =>
    deadLetters.count().then(
      () => true,
      () => false,
    );
  let isPaused = false;
  const recordDeferral = (error: unknown, about: object) => {
    if (!isPaused) log.warn({ err: error, ...about }, 'database unavailable, pausing events');
    isPaused = true;
  };
  const recordReturn = () => {
    if (isPaused) log.info('database available, resuming events');
    isPaused = false;
  };
  const judge = async (error: unknown): Promise<'invalid' | 'failing' | 'slow' | 'unavailable'> => {
    if (isInvalid(error)) return 'invalid';
    if (!isUnavailable(error)) return 'failing';
    return isTimeout(error) && (await answers()) ? 'slow' : 'unavailable';
  };

  const putAside = async (letter: DeadLetter, about: object): Promise<Outcome> => {
    try {
      await deadLetters.add(letter);
      log.error(
        { ...about, reason: letter.reason, attempts: letter.attempts },
        'event moved to dead letters',
      );
      return { kind: 'done' };
    } catch (error) {
      // The event must not be lost, so it is delivered again.
      log.error({ err: error, ...about }, 'failed to store a dead letter');
      return { kind: 'unavailable' };
    }
  };

  return async ({ handle, tries, toLetter, about }: Attempt): Promise<Outcome> => {
    try {
      await handle();
      recordReturn();
      return { kind: 'done' };
    } catch (error) {
      const what = await judge(error);
      if (what === 'unavailable') {
        recordDeferral(error, about);
        return { kind: 'unavailable' };
      }
      log.warn({ err: error, ...about, what, tries }, 'event failed, retrying');
      const counted = what === 'slow' ? 'slow' : 'failing';
      const now = { ...tries, [counted]: tries[counted] + 1 };
      if (what !== 'invalid' && now[what] < schedule[what].tries)
        return { kind: 'again', afterMs: pauseAfter(schedule[what], now[what]), tries: now };
      const reason = error instanceof Error ? error.message : String(error);
      return putAside(toLetter({ reason, attempts: now.failing + now.slow }), about);
    }
  };
};
export type TryEvent = ReturnType<typeof createTryEvent>;
