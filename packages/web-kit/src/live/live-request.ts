import type { RouteContract } from '@qr-attendance/contracts';
import type { LiveScreen } from './live-screens.ts';

/**
 * One request of a live screen, and how it is retried. A live screen must keep working through network
 * trouble.
 */
export interface LiveRequest<R extends RouteContract = RouteContract> {
  route: R;
  screens: readonly LiveScreen[];
  /**
   * If there is no answer after this time, another request starts in parallel. Missing for requests with side
   * effects.
   */
  overlapMs?: number;
  /** All parallel requests end after this time, and the screen starts over. */
  maxMs: number;
  /**
   * Codes of the refusals that stop the request; `refusal` means all refusals. Other failures are retried.
   */
  stoppedBy: readonly string[] | 'refusal';
}

export const SHORT_REQUEST = { overlapMs: 3_000, maxMs: 9_000 };
/** For lists of a whole class, and for answers that are expensive for the server. */
export const LONG_REQUEST = { overlapMs: 5_000, maxMs: 20_000 };

export const NOT_STAFF_CODES = ['not_found', 'not_allowed'];
