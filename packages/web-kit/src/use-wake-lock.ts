import { useEffect } from 'react';

/**
 * Keeps the screen on while `active`. The browser releases the lock when the page is hidden, so the hook
 * requests it again when the page is visible. Without support, or if the browser refuses, for example on low
 * battery, nothing happens.
 */
export const useWakeLock = (active: boolean): void => {
  useEffect(() => {
    // The types claim that `wakeLock` always exists, but browsers hide it on insecure pages.
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
