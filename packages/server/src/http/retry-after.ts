import type { Response } from 'express';

const SHORTEST_S = 1;
const MAX_SECONDS = 3;

/** Says when to come back: not the same second for all, or a whole hall comes back as the crowd that it was. */
export const setRetryAfter = (response: Response): void => {
  const wait = SHORTEST_S + Math.floor(Math.random() * (MAX_SECONDS - SHORTEST_S + 1));
  response.setHeader('Retry-After', String(wait));
};
