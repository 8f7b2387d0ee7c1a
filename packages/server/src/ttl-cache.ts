import { LRUCache } from 'lru-cache';

const DEFAULT_MAX = 10_000;

export interface TtlCache<Value> {
  /** Loads a key once for concurrent and later calls. Missing values are not cached. */
  find: (key: string) => Promise<Value | undefined>;
  /** Call after a change, so that this process sees it at once. */
  forget: (key: string) => void;
  forgetAll: () => void;
}

/**
 * If a whole lecture hall needs the same value at once, it is loaded with one query. Other processes see a change
 * only after `ms`, which the caller must accept.
 */
export const ttlCache = <Value extends object>(
  load: (key: string) => Promise<Value | undefined>,
  ms: number,
  most = DEFAULT_MAX,
): TtlCache<Value> => {
  const cache = new LRUCache<string, Value>({
    max: most,
    ttl: ms,
    fetchMethod: load,
    // Callers that are already waiting for a value still receive it after it is deleted.
    ignoreFetchAbort: true,
  });
  return {
    find: (key) => cache.fetch(key),
    forget: (key) => cache.delete(key),
    forgetAll: () => cache.clear(),
  };
};
