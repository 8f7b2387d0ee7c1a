import type { Response } from 'express';

const MIN_SECONDS = 1;
const MAX_SECONDS = 3;

/** The delay is random, so that a whole hall does not retry in the same second. */
export const setRetryAfter = (response: Response): void => {
  const wait = MIN_SECONDS + Math.floor(Math.random() * (MAX_SECONDS - MIN_SECONDS + 1));
  response.setHeader('Retry-After', String(wait));
};
