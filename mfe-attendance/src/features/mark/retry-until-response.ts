import { classifyFailure, markRequest, retryDelay } from '@qr-attendance/web-kit';
import type { WakeableTimer } from './wakeable-timer.ts';
import { retryReasonOf, type RetryReason } from './retry-policy.ts';

/** The ticket or passkey expired before the server answered. */
export class DeadlineExceededError extends Error {
  readonly what: 'ticket' | 'passkey';
  constructor(what: 'ticket' | 'passkey') {
    super(what);
    this.what = what;
  }
}
/** The page was left. Sending continues when the student returns. */
export class UnmountedError extends Error {}

interface Deps {
  pause: WakeableTimer['pause'];
  dispatch: (event: { type: 'marking' } | { type: 'waiting'; until: number; because: RetryReason }) => void;
  /** Aborted when the page is left. No attempt follows, but a sent request may still arrive. */
  signal: AbortSignal;
  now?: () => number;
  random?: () => number;
  isOnline?: () => boolean;
}
/** Times (epoch milliseconds) after which another attempt is useless. */
export interface Limits {
  ticket: number;
  passkey?: number | undefined;
}

/** The first attempt is always made, because only the server's clock decides. */
export const createRetryUntilResponse =
  ({
    pause,
    dispatch,
    signal,
    now = Date.now,
    random = Math.random,
    isOnline = () => navigator.onLine,
  }: Deps) =>
  async <T>(
    send: (signal: AbortSignal) => Promise<T>,
    { ticket, passkey = Infinity }: Limits,
  ): Promise<T> => {
    for (let failures = 0; ; failures += 1) {
      dispatch({ type: 'marking' });
      const wasOnline = isOnline();
      try {
        return await send(AbortSignal.timeout(markRequest.maxMs));
      } catch (error) {
        const because = retryReasonOf(error, wasOnline);
        if (!because) throw error;
        const delay = retryDelay(classifyFailure(error), failures, random());
        const until = Math.min(now() + delay, ticket, passkey);
        if (!signal.aborted && until > now()) {
          dispatch({ type: 'waiting', until, because });
          if (await pause(until - now(), signal, because === 'busy')) failures = -1;
        }
      }
      if (signal.aborted) throw new UnmountedError();
      if (now() >= ticket) throw new DeadlineExceededError('ticket');
      if (now() >= passkey) throw new DeadlineExceededError('passkey');
    }
  };
export type RetryUntilResponse = ReturnType<typeof createRetryUntilResponse>;
