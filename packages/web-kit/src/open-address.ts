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
 * `isLeaving` is true while the browser loads the address. Until then the page stays visible, and the browser may
 * restore it when the user goes back.
 */
export const useOpenAddress = () => {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const stay = () => setLeaving(false);
    const timer = setTimeout(stay, SLOW_MS);
    window.addEventListener('pageshow', stay);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', stay);
    };
  }, [isLeaving]);
  const leaveFor = useCallback((url: string): void => {
    setLeaving(true);
    openAddress(url);
  }, []);
  return { isLeaving, leaveFor };
};
