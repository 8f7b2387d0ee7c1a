import type { RequestHandler, Response } from 'express';
import { sendError } from './error-handler.ts';
import { askToComeBack } from './retry-after.ts';

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

/**
 * Refuses what comes in while `max` requests are under way: each holds its body and waits for a connection, so more of
 * them would only make all of them late. What is refused has had no effect and may be sent again.
 * @param onShed told of each that is refused
 */
export const shedLoad = (max: number, onShed?: () => void): RequestHandler => {
  let underWay = 0;
  return (_request, response, next) => {
    if (underWay >= max) {
      onShed?.();
      askToComeBack(response);
      // Its body stays unread.
      response.setHeader('Connection', 'close');
      sendError(
        response,
        503,
        'overloaded',
        'Too many people are doing this right now. Please try again in a moment.',
      );
      return;
    }
    underWay += 1;
    holdSlot(response, () => {
      underWay -= 1;
    });
    next();
  };
};
