import type { Logger, Metrics } from '@qr-attendance/observability';
import { createLocalCounter, sendError, limitKeys } from '@qr-attendance/server';
import type { Response } from 'express';

/**
 * @param account the account that the token proves; operators see in the log which account floods the service
 */
export type CountRejection = (account?: string) => void;

export interface LimitCounters {
  refused: (limit: string) => CountRejection;
  delayed: (limit: string) => () => void;
}

/** Pages wait as long as the server requests, so no page causes this many rejections per minute. */
const FLOOD_REJECTIONS = 100;
const WINDOW_SECONDS = 60;
/** Limits the log lines, so that a flood from many accounts cannot fill the disk. */
const LINES_PER_WINDOW = 10;

const createFloodLog = (log: Logger): ((account: string, limit: string) => Promise<void>) => {
  const refused = createLocalCounter('refusals', { points: FLOOD_REJECTIONS, duration: WINDOW_SECONDS });
  const lines = createLocalCounter('flood_lines', { points: LINES_PER_WINDOW, duration: WINDOW_SECONDS });
  return async (account, limit) => {
    if ((await refused.add(limitKeys.person({ id: account }))) !== FLOOD_REJECTIONS) return;
    if ((await lines.add(limitKeys.everybody())) > LINES_PER_WINDOW) return;
    log.warn({ account, limit }, `account exceeded its limit ${FLOOD_REJECTIONS} times within a minute`);
  };
};

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

export const rejectTooMany = (
  response: Response,
  waitMs: number,
  code = 'too_many_requests',
  error = 'Too many requests. Please wait a moment and try again.',
): void => {
  response.setHeader('Retry-After', String(Math.max(1, Math.ceil(waitMs / 1_000))));
  sendError(response, 429, code, error);
};

/** Maximum number of delayed rejections; further rejections are sent at once. */
const REJECTION_DELAY_MS = 1_000;
const MAX_DELAYED = 256;
let delayedCount = 0;

/**
 * Slows down clients that retry without waiting over a few connections; pages wait before they retry anyway.
 */
export const rejectDelayed = (response: Response, waitMs: number): void => {
  if (delayedCount >= MAX_DELAYED) {
    rejectTooMany(response, waitMs);
    return;
  }
  delayedCount += 1;
  setTimeout(() => {
    delayedCount -= 1;
    if (!response.destroyed) rejectTooMany(response, Math.max(0, waitMs - REJECTION_DELAY_MS));
  }, REJECTION_DELAY_MS).unref();
};
