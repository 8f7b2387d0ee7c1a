import { useEffect, useState } from 'react';
import { signInEndOf } from './token-claims.ts';
import { tokenStore } from './token-store.ts';

/** Longer than a class, so that a teacher knows before the class begins. */
const NOTICE_MS = 4 * 3_600_000;

/**
 * Returns when the sign-in ends, in epoch milliseconds, if that is within hours. Open pages renew the token every few
 * minutes, so no timer is needed.
 */
export const useEndingSignIn = (): number | undefined => {
  const [end, setEnd] = useState<number>();
  useEffect(() => {
    const over = new AbortController();
    const update = () => {
      const token = tokenStore.get();
      const next = token === undefined ? undefined : signInEndOf(token);
      setEnd(next !== undefined && next - Date.now() <= NOTICE_MS ? next : undefined);
    };
    update();
    tokenStore.watch(update, over.signal);
    return () => over.abort();
  }, []);
  return end;
};
