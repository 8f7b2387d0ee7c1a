import type { Logger } from '@qr-attendance/observability';
import { createRetryBudget, type RetryBudget } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import CircuitBreaker from 'opossum';
import { ClientLeft, isLostConnection } from './errors.ts';
import type { Exchange } from './exchange.ts';

export const RETRY_AFTER_SECONDS = 1;

/**
 * The trial request of a half-open breaker has a short timeout, so that a recovered upstream is used again
 * soon.
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

type Breaker = CircuitBreaker<[Request, Response], void>;

/**
 * Only connection failures and timeouts count as failures; an error that the upstream answers may concern one
 * caller alone.
 */
export const createBreaker = (name: string, exchange: Exchange, timeoutMs: number, log: Logger): Breaker => {
  const send = withRetry(exchange, createRetryBudget());
  const act = (request: Request, response: Response) =>
    send(request, response, breaker.halfOpen ? Math.min(TRIAL_MS, timeoutMs) : timeoutMs);
  const breaker: Breaker = new CircuitBreaker<[Request, Response], void>(act, {
    name,
    timeout: false,
    errorThresholdPercentage: 50,
    volumeThreshold: 5,
    resetTimeout: RETRY_AFTER_SECONDS * 1_000,
    // A client that leaves says nothing about the upstream, but a trial that ends this way must not close the
    // breaker either.
    errorFilter: (error: unknown) => error instanceof ClientLeft && breaker.closed,
  });
  breaker.on('open', () => log.warn({ upstream: name }, 'upstream unavailable'));
  breaker.on('close', () => log.info({ upstream: name }, 'upstream available'));
  return breaker;
};
