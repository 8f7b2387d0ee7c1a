import type { Logger, Metrics } from '@qr-attendance/observability';
import { sendError } from '@qr-attendance/server';
import type { Response } from 'express';
import { makeNoteFloods } from './note-floods.ts';

/** Counts a request that a limit refused, of a known account or of anybody. */
export type CountRefused = (account?: string) => void;

/** Counters by the name of a limit. */
export interface LimitCounters {
  refused: (limit: string) => CountRefused;
  delayed: (limit: string) => () => void;
}

/** Declares the counts of requests that limits refused or delayed. */
export const createLimitCounters = (metrics: Metrics, log: Logger): LimitCounters => {
  const noteFlood = makeNoteFloods(log);
  const countRefused = metrics.counter({
    name: 'rate_limited_requests_total',
    help: 'Requests answered 429 because a limit of the gateway was reached.',
    labels: ['limit'],
  });
  const countDelayed = metrics.counter({
    name: 'rate_delayed_requests_total',
    help: 'Requests that waited for their turn because a limit of their address was reached.',
    labels: ['limit'],
  });
  return {
    refused: (limit) => {
      countRefused({ limit }, 0);
      return (account) => {
        countRefused({ limit });
        if (account !== undefined) void noteFlood(account, limit);
      };
    },
    delayed: (limit) => {
      countDelayed({ limit }, 0);
      return () => countDelayed({ limit });
    },
  };
};

export const refuseTooMany = (
  response: Response,
  waitMs: number,
  code = 'too_many_requests',
  error = 'Too many requests. Please wait a moment and try again.',
): void => {
  response.setHeader('Retry-After', String(Math.max(1, Math.ceil(waitMs / 1_000))));
  sendError(response, 429, code, error);
};

/** So long a refusal is held back, and so many at once; what comes on top is refused at once. */
const HELD_MS = 1_000;
const MOST_HELD = 256;
let held = 0;

/**
 * The same for who can't be told from their neighbors, a moment later: whoever asks without end over a few connections is
 * slowed down by them, while a page that was told to wait waits anyway.
 */
export const refuseLater = (response: Response, waitMs: number): void => {
  if (held >= MOST_HELD) {
    refuseTooMany(response, waitMs);
    return;
  }
  held += 1;
  setTimeout(() => {
    held -= 1;
    if (!response.destroyed) refuseTooMany(response, Math.max(0, waitMs - HELD_MS));
  }, HELD_MS).unref();
};
