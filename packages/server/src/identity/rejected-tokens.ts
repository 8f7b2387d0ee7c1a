import { LRUCache } from 'lru-cache';
import type { TokenHolder } from './token-holder.ts';

const MAX_REMEMBERED = 50_000;

/** Remembers valid tokens that a service rejected, for example the tokens of people who signed out everywhere. */
export const createRejectedTokens = () => {
  const rejected = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  return {
    has: ({ digest }: TokenHolder): boolean => rejected.has(digest),
    add: ({ digest, expires }: TokenHolder): void => {
      const ttl = Math.ceil(expires * 1_000 - Date.now());
      if (ttl > 0) rejected.set(digest, true, { ttl });
    },
  };
};
