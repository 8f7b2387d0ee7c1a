import { useCallback, useEffect, useState } from 'react';

/** Leaves the app. A link, because it follows the browser's rules for links and tests can watch it. */
export const openAddress = (url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  document.body.append(link);
  link.click();
  link.remove();
};

/** After this time the user may press again. */
const SLOW_MS = 8_000;

/** `isLeaving` while the browser loads the address. The page stays until then, and going back may restore it. */
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
