import { LRUCache } from 'lru-cache';

/**
 * Remembers what `make` made of the last `most` keys: for what takes a while to make, is asked for again and again, and is always
 * the same for the same key.
 */
export const rememberResults = <Value extends object>(
  make: (key: string) => Value,
  most: number,
): ((key: string) => Value) => {
  const made = new LRUCache<string, Value>({ max: most, memoMethod: make });
  return (key) => made.memo(key);
};
