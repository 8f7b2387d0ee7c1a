import type { Logger } from '@qr-attendance/service-kit';
import type { Request, Response } from 'express';
import CircuitBreaker from 'opossum';
import { ClientLeft, isLostConnection } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** How long an open breaker refuses before it lets one request try. */
export const RETRY_AFTER_SECONDS = 1;

/** Sends what changes nothing once more when its connection was lost: a kept connection may just have been closed. */
const withRetry =
  (exchange: Exchange): Exchange =>
  async (request, response) => {
    try {
      await exchange(request, response);
    } catch (error) {
      const safe = request.method === 'GET' || request.method === 'HEAD';
      if (!safe || !isLostConnection(error) || response.headersSent || response.destroyed) throw error;
      await exchange(request, response);
    }
  };

type Breaker = CircuitBreaker<[Request, Response], void>;

/**
 * The circuit breaker of one upstream. Only an upstream that can't be reached counts as a failure: an error it answers
 * itself may concern one caller alone.
 */
export const makeBreaker = (name: string, exchange: Exchange, log: Logger): Breaker => {
  const breaker: Breaker = new CircuitBreaker<[Request, Response], void>(withRetry(exchange), {
    name,
    timeout: false,
    errorThresholdPercentage: 50,
    volumeThreshold: 5,
    resetTimeout: RETRY_AFTER_SECONDS * 1_000,
    // A client that leaves proves nothing; but a trial that ends so must not close the breaker either.
    errorFilter: (error: unknown) => error instanceof ClientLeft && breaker.closed,
  });
  breaker.on('open', () => log.warn({ upstream: name }, 'upstream not reachable'));
  breaker.on('close', () => log.info({ upstream: name }, 'upstream reachable again'));
  return breaker;
};
