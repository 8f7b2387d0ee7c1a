import type { Request, RequestHandler, Response } from 'express';
import { sendError } from './error-handler.ts';
import { setRetryAfter } from './retry-after.ts';

/** Requests that one connection to the database clears before the last of them has waited too long. */
const PER_CONNECTION = 100;

/** How many requests a process takes at once unless said otherwise, from the size of its pool of connections. */
export const requestsFor = (connections: number): number => connections * PER_CONNECTION;

const releases = new WeakMap<Response, (() => void)[]>();

/** Lets go of a request's slot before it ends: an event stream lasts for hours and does next to nothing. */
export const releaseSlot = (response: Response): void => {
  for (const release of releases.get(response)?.splice(0) ?? []) release();
};

/** Calls `release` once: when the response is closed, or lets go of its slot before. */
export const holdSlot = (response: Response, release: () => void): void => {
  const held = releases.get(response);
  if (held) {
    held.push(release);
    return;
  }
  releases.set(response, [release]);
  response.once('close', () => releaseSlot(response));
};

/** Slots kept for kinds of requests that must get through while others flood. */
export interface ReservedSlots {
  /** Slots by kind; any further request uses the shared slots. */
  slots: Readonly<Record<string, number>>;
  /** The kind of a request; undefined for one that shares. */
  kindOf: (request: Request) => string | undefined;
}
const NOTHING_RESERVED: ReservedSlots = { slots: {}, kindOf: () => undefined };

/** Counts slots. `take` answers how to give one back, or undefined when none is left for this kind. */
const createSlots = (max: number, reserved: ReservedSlots['slots']) => {
  let shared = max - Object.values(reserved).reduce((sum, slots) => sum + slots, 0);
  const own = new Map(Object.entries(reserved));
  return (kind: string | undefined): (() => void) | undefined => {
    const left = kind === undefined ? 0 : (own.get(kind) ?? 0);
    if (kind !== undefined && left > 0) {
      own.set(kind, left - 1);
      return () => void own.set(kind, (own.get(kind) ?? 0) + 1);
    }
    if (shared <= 0) return undefined;
    shared -= 1;
    return () => {
      shared += 1;
    };
  };
};

/** Refuses a request that nothing was done for, and says when to come back. */
export const refuseForNow = (response: Response): void => {
  setRetryAfter(response);
  // Its body may be unread.
  response.setHeader('Connection', 'close');
  sendError(
    response,
    503,
    'overloaded',
    'Too many people are doing this right now. Please try again in a moment.',
  );
};

/**
 * Refuses what comes in while `max` requests are under way: each holds its body and waits for a connection, so more of
 * them would only make all of them late. What is refused has had no effect and may be sent again.
 * @param onShed called for each that is refused
 */
export const shedLoad = (max: number, onShed?: () => void, reserved = NOTHING_RESERVED): RequestHandler => {
  const take = createSlots(max, reserved.slots);
  return (request, response, next) => {
    const giveBack = take(reserved.kindOf(request));
    if (!giveBack) {
      onShed?.();
      refuseForNow(response);
      return;
    }
    holdSlot(response, giveBack);
    next();
  };
};
