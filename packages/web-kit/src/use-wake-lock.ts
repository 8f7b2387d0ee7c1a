import { useEffect } from 'react';

/**
 * Keeps the screen on while `active`. The browser releases the lock when the page is hidden, so it is
 * requested again when the page returns. Browsers without it, and a refusal such as on low battery, change
 * nothing.
 */
export const useWakeLock = (active: boolean): void => {
  useEffect(() => {
    // The types say it always exists, but browsers hide it on insecure pages.
    const wakeLock = navigator.wakeLock as WakeLock | undefined;
    if (!active || !wakeLock) return;
    let isLeft = false;
    let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);
    const request = async (before: typeof lock): Promise<WakeLockSentinel | undefined> => {
      const current = await before;
      if (isLeft || document.visibilityState !== 'visible' || current?.released === false) return current;
      return wakeLock.request('screen').catch(() => undefined);
    };
    const follow = () => {
      lock = request(lock);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isLeft = true;
      document.removeEventListener('visibilitychange', follow);
      void lock.then((current) => current?.release()).catch(() => undefined);
    };
  }, [active]);
};
