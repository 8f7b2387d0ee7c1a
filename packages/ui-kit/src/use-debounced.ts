import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** Returns the trimmed text after 300 ms without typing. */
export const useDebounced = (typed: string): string => {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
};
