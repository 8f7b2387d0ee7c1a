import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

const PAUSE_MS = 300;
const NAME = 'search';

/** A search box whose text goes into the address, and so to the server, once typing pauses. */
export const useSearchText = () => {
  const [address, setAddress] = useSearchParams();
  const search = address.get(NAME) ?? '';
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === search) return;
    const timer = setTimeout(
      () =>
        setAddress(
          (before) => {
            if (wanted) before.set(NAME, wanted);
            else before.delete(NAME);
            return before;
          },
          { replace: true },
        ),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, search, setAddress]);
  return { typed, setTyped, search };
};
