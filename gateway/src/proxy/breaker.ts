import type { Logger, Metrics } from '@qr-attendance/observability';
import { type Breaker, createBreaker, createRetryBudget, type RetryBudget } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import { isCostlyRequest } from '../clients/costly-requests.ts';
import { ClientDisconnectedError, isLostConnection, UpstreamTimeoutError } from './errors.ts';
import type { Exchange } from './exchange.ts';

export const RETRY_AFTER_SECONDS = 1;

/**
 * The time-out of the trial request of a half-open breaker is short, so that a recovered upstream is used
 * again soon.
 */
const TRIAL_MS = 3_000;

const withRetry =
  (exchange: Exchange, budget: RetryBudget): Exchange =>
  async (request, response, timeoutMs) => {
    budget.tried();
    try {
      await exchange(request, response, timeoutMs);
    } catch (error) {
      const safe = request.method === 'GET' || request.method === 'HEAD';
      if (!safe || !isLostConnection(error) || response.headersSent || response.destroyed) throw error;
      if (!budget.mayRetry()) throw error;
      await exchange(request, response, timeoutMs);
    }
  };

/**
 * Only connection failures and time-outs count as failures. An error response may concern a single caller,
 * and the sender of a costly request determines its duration.
 */
export const createProtectedSender = (
  kind: 'upstream' | 'short',
  name: string,
  exchange: Exchange,
  { timeoutMs, metrics, log }: { timeoutMs: number; metrics: Metrics; log: Logger },
): { send: (request: Request, response: Response) => Promise<void>; close: () => void } => {
  const sendOnce = withRetry(exchange, createRetryBudget());
  const breaker: Breaker = createBreaker(kind, {
    name,
    metrics,
    resetMs: RETRY_AFTER_SECONDS * 1_000,
    // A disconnected client is no failure of the upstream, but a trial that ends this way must not close the
    // breaker either.
    isIgnored: (error) => error instanceof ClientDisconnectedError && breaker.isClosed(),
  });
  breaker.onOpen(() => log.warn({ upstream: name }, 'upstream unavailable'));
  breaker.onClose(() => log.info({ upstream: name }, 'upstream available'));
  return {
    send: (request, response) => {
      const work = () =>
        sendOnce(request, response, breaker.isTrying() ? Math.min(TRIAL_MS, timeoutMs) : timeoutMs);
      return isCostlyRequest(request)
        ? breaker.runCostly(work, (error) => error instanceof UpstreamTimeoutError)
        : breaker.run(work);
    },
    close: () => breaker.shutdown(),
  };
};
