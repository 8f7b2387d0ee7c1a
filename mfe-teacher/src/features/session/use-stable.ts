import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function with a stable identity that calls the newest version, so that memoized rows are not
 * rendered again.
 */
export const useStable = <Args extends unknown[], Result>(
  newest: (...args: Args) => Result,
): ((...args: Args) => Result) => {
  const current = useRef(newest);
  useLayoutEffect(() => {
    current.current = newest;
  });
  return useCallback((...args: Args) => current.current(...args), []);
};
