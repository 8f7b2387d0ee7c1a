import type { Request, RequestHandler, Response } from 'express';
import { sendError } from './error-handler.ts';
import { setRetryAfter } from './retry-after.ts';
import { whenClosed } from './when-closed.ts';

/**
 * The number of requests that one database connection can complete before the last one has waited too long.
 */
const PER_CONNECTION = 100;

export const requestLimitFor = (connections: number): number => connections * PER_CONNECTION;

const releases = new WeakMap<Response, (() => void)[]>();

/** Releases the slot of an event stream, because a stream stays open for hours and is nearly idle. */
export const releaseSlot = (response: Response): void => {
  for (const release of releases.get(response)?.splice(0) ?? []) release();
};

/** Calls `release` once: when the response closes or `releaseSlot` is called. */
export const holdSlot = (response: Response, release: () => void): void => {
  const held = releases.get(response);
  if (held) {
    held.push(release);
    return;
  }
  releases.set(response, [release]);
  whenClosed(response, () => releaseSlot(response));
};

/** Slots for requests that must succeed during a flood of others. */
export interface ReservedSlots {
  slots: Readonly<Record<string, number>>;
  kindOf: (request: Request) => string | undefined;
}
const NOTHING_RESERVED: ReservedSlots = { slots: {}, kindOf: () => undefined };

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

export const rejectOverloaded = (response: Response): void => {
  setRetryAfter(response);
  response.setHeader('Connection', 'close');
  sendError(
    response,
    503,
    'overloaded',
    'Too many people are doing this right now. Please try again in a moment.',
  );
};

/**
 * Rejects requests while `max` are in progress: each holds its body and waits for a database connection, so more
 * requests would only delay all others. A rejected request had no effect and may be repeated.
 */
export const shedLoad = (max: number, onShed?: () => void, reserved = NOTHING_RESERVED): RequestHandler => {
  const take = createSlots(max, reserved.slots);
  return (request, response, next) => {
    const giveBack = take(reserved.kindOf(request));
    if (!giveBack) {
      onShed?.();
      rejectOverloaded(response);
      return;
    }
    holdSlot(response, giveBack);
    next();
  };
};
