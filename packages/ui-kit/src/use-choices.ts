import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Stores choices in the URL, so that a reload or a shared link shows the same page. */
export const useChoices = () => {
  const [address, setAddress] = useSearchParams();
  const read = useCallback((name: string): string | undefined => address.get(name) ?? undefined, [address]);
  const choose = useCallback(
    (name: string, value: string | undefined) =>
      setAddress(
        (before) => {
          if (value) before.set(name, value);
          else before.delete(name);
          return before;
        },
        { replace: true },
      ),
    [setAddress],
  );
  return { read, choose };
};
