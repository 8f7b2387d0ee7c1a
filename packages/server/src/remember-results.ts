import { LRUCache } from 'lru-cache';

/** Memoizes `make` for the last `most` keys; the result must depend only on the key. */
export const rememberResults = <Value extends object>(
  make: (key: string) => Value,
  most: number,
): ((key: string) => Value) => {
  const made = new LRUCache<string, Value>({ max: most, memoMethod: make });
  return (key) => made.memo(key);
};
