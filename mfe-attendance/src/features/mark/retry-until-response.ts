import { classifyFailure, retryDelay } from '@qr-attendance/web-kit';
import type { WakeableTimer } from './wakeable-timer.ts';
import { troubleOf, type Trouble } from './retry-policy.ts';

/** What the calls were for was over before the server answered one of them. */
export class DeadlineExceeded extends Error {
  readonly what: 'ticket' | 'passkey';
  constructor(what: 'ticket' | 'passkey') {
    super(what);
    this.what = what;
  }
}
/** The page was left; what is kept goes on when the student comes back. */
export class Unmounted extends Error {}

/** Bad Wi-Fi swallows requests without a word; the gateway itself gives up after 15 s. */
const ANSWER_WITHIN_MS = 20_000;

interface Deps {
  pause: WakeableTimer['pause'];
  tell: (event: { type: 'marking' } | { type: 'waiting'; until: number; because: Trouble }) => void;
  /** Aborted when the page is left: no further try, though one under way may still arrive. */
  signal: AbortSignal;
  now?: () => number;
  random?: () => number;
  isOnline?: () => boolean;
}
/** Moments (ms since the epoch) from which on another try is useless. */
export interface Limits {
  ticket: number;
  passkey?: number | undefined;
}

/**
 * Calls until the server has answered. The first call is made in any case: only the server's clock counts.
 * @throws ApiError a refusal
 * @throws DeadlineExceeded, Unmounted
 */
export const createRetryUntilResponse =
  ({ pause, tell, signal, now = Date.now, random = Math.random, isOnline = () => navigator.onLine }: Deps) =>
  async <T>(
    send: (signal: AbortSignal) => Promise<T>,
    { ticket, passkey = Infinity }: Limits,
  ): Promise<T> => {
    for (let failures = 0; ; failures += 1) {
      tell({ type: 'marking' });
      const wasOnline = isOnline();
      try {
        return await send(AbortSignal.timeout(ANSWER_WITHIN_MS));
      } catch (error) {
        const because = troubleOf(error, wasOnline);
        if (!because) throw error;
        const delay = retryDelay(classifyFailure(error), failures, random());
        const until = Math.min(now() + delay, ticket, passkey);
        if (!signal.aborted && until > now()) {
          tell({ type: 'waiting', until, because });
          if (await pause(until - now(), signal, because === 'busy')) failures = -1;
        }
      }
      if (signal.aborted) throw new Unmounted();
      if (now() >= ticket) throw new DeadlineExceeded('ticket');
      if (now() >= passkey) throw new DeadlineExceeded('passkey');
    }
  };
export type RetryUntilResponse = ReturnType<typeof createRetryUntilResponse>;
