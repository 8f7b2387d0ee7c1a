import type { Logger, Metrics } from '@qr-attendance/observability';
import { sendError } from '@qr-attendance/server';
import type { Response } from 'express';
import { createFloodLog } from './flood-log.ts';

export type CountRefused = (account?: string) => void;

export interface LimitCounters {
  refused: (limit: string) => CountRefused;
  delayed: (limit: string) => () => void;
}

export const createLimitCounters = (metrics: Metrics, log: Logger): LimitCounters => {
  const recordFlood = createFloodLog(log);
  const countRefused = metrics.counter({
    name: 'rate_limited_requests_total',
    help: 'Requests rejected with 429 by a limit of the gateway.',
    labels: ['limit'],
  });
  const countDelayed = metrics.counter({
    name: 'rate_delayed_requests_total',
    help: 'Requests delayed by a limit of their address.',
    labels: ['limit'],
  });
  return {
    refused: (limit) => {
      countRefused({ limit }, 0);
      return (account) => {
        countRefused({ limit });
        if (account !== undefined) void recordFlood(account, limit);
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

/**
 * Rejections are delayed by this time, for at most this number of requests; any further request is rejected at once.
 */
const HELD_MS = 1_000;
const MAX_HELD = 256;
let held = 0;

/**
 * Rejects a request after a delay. It slows down clients that retry without waiting over a few connections, while
 * pages wait anyway before they retry.
 */
export const refuseLater = (response: Response, waitMs: number): void => {
  if (held >= MAX_HELD) {
    refuseTooMany(response, waitMs);
    return;
  }
  held += 1;
  setTimeout(() => {
    held -= 1;
    if (!response.destroyed) refuseTooMany(response, Math.max(0, waitMs - HELD_MS));
  }, HELD_MS).unref();
};
