import { LRUCache } from 'lru-cache';

/** Memoizes `make` for the last `most` keys; the result must depend only on the key. */
export const rememberResults = <Key extends string | number, Value extends object | string>(
  make: (key: Key) => Value,
  most: number,
): ((key: Key) => Value) => {
  const made = new LRUCache<Key, Value>({ max: most, memoMethod: make });
  return (key) => made.memo(key);
};
