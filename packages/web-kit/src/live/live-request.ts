import type { RouteContract } from '@qr-attendance/contracts';
import type { LiveScreen } from './live-screens.ts';

/** How a screen that must not go dark makes one of its requests. */
export interface LiveRequest<R extends RouteContract = RouteContract> {
  route: R;
  screens: readonly LiveScreen[];
  /** Another request starts beside one that has no answer after this time. Missing if a repeat is not free of effects. */
  overlapMs?: number;
  /** All of them end after this time, and the screen starts over. */
  maxMs: number;
  /** Codes of the refusals that end it, or all that the server may give. Every other failure is retried. */
  stoppedBy: readonly string[] | 'refusal';
}

/** For small answers. */
export const SHORT_REQUEST = { overlapMs: 3_000, maxMs: 9_000 };
/** For lists of a whole class, and for answers that cost the server more. */
export const LONG_REQUEST = { overlapMs: 5_000, maxMs: 20_000 };

export const NOT_STAFF_CODES = ['not_found', 'not_allowed'];
