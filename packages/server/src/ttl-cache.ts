import { LRUCache } from 'lru-cache';

/** At most so many things are remembered unless said otherwise; the one not asked for the longest goes first. */
const MOST = 10_000;

/** A cache whose values expire. */
export interface TtlCache<Value> {
  /** Looks a key up, once for all who ask for it at the same time or shortly after. What is not there is not remembered. */
  find: (key: string) => Promise<Value | undefined>;
  /** Called where it changes, so that this process answers the change at once. */
  forget: (key: string) => void;
  forgetAll: () => void;
}

/**
 * Remembers what `load` found for `ms`: a hall that asks the same thing at the same moment costs one look into the database.
 * Another process hears of a change so much later, which must do no harm.
 */
export const ttlCache = <Value extends object>(
  load: (key: string) => Promise<Value | undefined>,
  ms: number,
  most = MOST,
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
