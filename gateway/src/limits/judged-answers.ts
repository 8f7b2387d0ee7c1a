import type { RequestHandler, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientOf, type Client } from '../clients/identify.ts';
import { refuseTooMany, type CountRefused } from './refuse.ts';
import type { Turns } from './turns.ts';

/**
 * Limits attempts that a service judged, such as wrong passwords. Malformed or aborted requests, and those
 * that the gateway answered itself, do not count, so nobody can use up a limit without spending attempts.
 */
export const limitJudgedAnswers = ({
  most,
  windowSeconds,
  keyOf,
  isCounted,
  turns,
  refusal,
  onRefused,
}: {
  most: number;
  windowSeconds: number;
  keyOf: (client: Client) => string | undefined;
  isCounted: (response: Response) => boolean;
  turns?: Turns;
  refusal: [code: string, error: string];
  onRefused: CountRefused;
}): RequestHandler => {
  const counts = new RateLimiterMemory({ points: most, duration: windowSeconds });
  return async (request, response, next) => {
    const client = clientOf(request);
    const key = keyOf(client);
    if (key === undefined) {
      next();
      return;
    }
    const known = await counts.get(key);
    if (known && known.consumedPoints >= most) {
      const turn = (await turns?.wait(key, response)) ?? 'full';
      if (turn === 'left') return;
      if (turn === 'full') {
        onRefused(client.person);
        refuseTooMany(response, known.msBeforeNext, ...refusal);
        return;
      }
    }
    response.once('finish', () => {
      if (isCounted(response)) void counts.penalty(key);
    });
    next();
  };
};
