import type { tokenStore } from './token-store.ts';

/** How long the server may take to renew a token, and a tab may wait for another that is at it. */
export const LIMIT_MS = 10_000;
const LOCK = 'token-renewal';

export interface Renewing {
  /** Asks for a new token once. */
  request: (signal: AbortSignal) => Promise<string>;
  store: Pick<typeof tokenStore, 'get' | 'set'>;
  limitMs?: number;
}

/**
 * Does work while no other tab does the like. Where the browser has no Web Locks (pages served by plain HTTP), or a tab
 * that it has frozen holds the lock, it goes on without: the server answers a repeated renewal with the same successor.
 */
const oneTabAtATime = async <T>(work: () => Promise<T>, limitMs: number): Promise<T> => {
  // Typed as always there, but browsers hide it from pages that are not served securely.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  let begun = false;
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(limitMs) }, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    return work();
  }
};

/**
 * Exchanges an expired token for a new one, unless another tab has done so. Tries once, and throws what `request` throws.
 * @returns the token that is there then; undefined where a tab has signed out
 */
export const renewOnce = (
  expired: string,
  { request, store, limitMs = LIMIT_MS }: Renewing,
): Promise<string | undefined> =>
  oneTabAtATime(async () => {
    if (store.get() === expired) {
      const token = await request(AbortSignal.timeout(limitMs));
      // Unless another tab has signed out, or somebody else in, meanwhile.
      if (store.get() === expired) store.set(token);
    }
    return store.get();
  }, limitMs);
