import { sendError } from '@qr-attendance/service-kit';
import type { Request, RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** What the session service answers to a code or a scan that is none, or somebody else's. */
const WRONG = new Set([403, 404]);

/**
 * Stops an address from which too many wrong codes came. What is counted is known only once it is answered: unlike a
 * request that is refused, begun and dropped, or answered 429 for its sender's own wrong codes, each has cost its
 * sender a try, so that one person can't use up what a whole hall behind the same address has.
 */
export const limitWrongCodes = ({
  most,
  windowSeconds,
  isTry,
  addressOf,
}: {
  most: number;
  windowSeconds: number;
  isTry: (request: Request) => boolean;
  addressOf: (request: Request) => string;
}): RequestHandler => {
  const wrong = new RateLimiterMemory({ points: most, duration: windowSeconds });
  return async (request, response, next) => {
    if (!isTry(request)) {
      next();
      return;
    }
    const address = addressOf(request);
    const known = await wrong.get(address);
    if (known && known.consumedPoints >= most) {
      response.setHeader('Retry-After', String(Math.ceil(known.msBeforeNext / 1000)));
      sendError(
        response,
        429,
        'too_many_codes',
        'Too many wrong codes came from your network. Please wait a moment and try again.',
      );
      return;
    }
    response.once('finish', () => {
      if (WRONG.has(response.statusCode)) void wrong.penalty(address);
    });
    next();
  };
};
