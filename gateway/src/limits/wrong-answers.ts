import type { RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientOf, type Client } from '../clients/identify.ts';
import { refuseTooMany, type CountRefused } from './refuse.ts';

/**
 * Stops whoever got too many wrong answers. What is counted is known only once it is answered: unlike a request that is
 * refused, malformed, begun and dropped, told to come back, or answered 429, each has cost its sender a try, so that one
 * person can't use up what a whole hall behind the same address has.
 * @param keyOf who is counted; undefined for a request that is no try
 */
export const limitWrongAnswers = ({
  most,
  windowSeconds,
  keyOf,
  isWrong,
  refusal,
  onRefused,
}: {
  most: number;
  windowSeconds: number;
  keyOf: (client: Client) => string | undefined;
  isWrong: (status: number) => boolean;
  refusal: [code: string, error: string];
  onRefused: CountRefused;
}): RequestHandler => {
  const wrong = new RateLimiterMemory({ points: most, duration: windowSeconds });
  return async (request, response, next) => {
    const client = clientOf(request);
    const key = keyOf(client);
    if (key === undefined) {
      next();
      return;
    }
    const known = await wrong.get(key);
    if (known && known.consumedPoints >= most) {
      onRefused(client.person);
      refuseTooMany(response, known.msBeforeNext, ...refusal);
      return;
    }
    response.once('finish', () => {
      if (isWrong(response.statusCode)) void wrong.penalty(key);
    });
    next();
  };
};
