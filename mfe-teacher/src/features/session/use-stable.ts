import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that keeps its identity and does what the newest one does, so that memoized rows are not drawn again. */
export const useStable = <Args extends unknown[], Result>(
  newest: (...args: Args) => Result,
): ((...args: Args) => Result) => {
  const current = useRef(newest);
  useLayoutEffect(() => {
    current.current = newest;
  });
  return useCallback((...args: Args) => current.current(...args), []);
};
