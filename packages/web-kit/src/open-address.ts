import { useCallback, useEffect, useState } from 'react';

/**
 * Leaves the app by clicking a link, because the browser's rules for links then apply, and tests can observe the click.
 */
export const openAddress = (url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  document.body.append(link);
  link.click();
  link.remove();
};

/** After this time, the button can be pressed again. */
const SLOW_MS = 8_000;

/**
 * Until the browser has loaded the address, the page stays visible, and the browser may restore it when the user goes
 * back. `prepare` begins the wait earlier, while the address is requested, and `stay` ends it.
 */
export const useOpenAddress = () => {
  const [opening, setOpening] = useState<{ isSlow: boolean }>();
  useEffect(() => {
    if (opening?.isSlow !== false) return;
    const timer = setTimeout(() => setOpening({ isSlow: true }), SLOW_MS);
    return () => clearTimeout(timer);
  }, [opening]);
  const stay = useCallback((): void => setOpening(undefined), []);
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) stay();
    };
    window.addEventListener('pageshow', restore);
    return () => window.removeEventListener('pageshow', restore);
  }, [stay]);
  // A new object restarts the timer.
  const prepare = useCallback((): void => setOpening({ isSlow: false }), []);
  const leaveFor = useCallback(
    (url: string): void => {
      prepare();
      openAddress(url);
    },
    [prepare],
  );
  return { isLeaving: opening?.isSlow === false, isSlow: opening?.isSlow === true, prepare, leaveFor, stay };
};
