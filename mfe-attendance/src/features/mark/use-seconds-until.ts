import { useEffect, useState } from 'react';

const LOOK_EVERY_MS = 200;

/** Whole seconds until a moment (ms since the epoch), at least one, counted down. */
export const useSecondsUntil = (moment: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(1, Math.ceil((moment - now) / 1_000));
};
