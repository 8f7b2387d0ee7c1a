import { RENEWAL_TIMEOUT_MS } from '@qr-attendance/web-kit/renewal-timeout';
import type { tokenStore } from './token-store.ts';

const LOCK = 'token-renewal';

export interface RenewalOptions {
  request: (signal: AbortSignal) => Promise<string>;
  store: Pick<typeof tokenStore, 'get' | 'set'>;
  timeoutMs?: number;
}

/**
 * Runs work in one tab at a time. Without Web Locks (pages on plain HTTP), or if a frozen tab holds the lock,
 * runs it anyway: the server answers a repeated renewal with the same successor.
 */
const runInOneTab = async <T>(work: () => Promise<T>, timeoutMs: number): Promise<T> => {
  // TypeScript declares `locks` as always defined, but browsers omit it on insecure pages.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  let isLockHeld = false;
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(timeoutMs) }, () => {
      isLockHeld = true;
      return work();
    });
  } catch (error) {
    if (isLockHeld) throw error;
    return work();
  }
};

/** Returns the current token; undefined if a tab has signed out. */
export const renewOnce = (
  expired: string,
  { request, store, timeoutMs = RENEWAL_TIMEOUT_MS }: RenewalOptions,
): Promise<string | undefined> =>
  runInOneTab(async () => {
    if (store.get() === expired) {
      const token = await request(AbortSignal.timeout(timeoutMs));
      // Another tab may have signed out, or signed somebody else in.
      if (store.get() === expired) store.set(token);
    }
    return store.get();
  }, timeoutMs);
