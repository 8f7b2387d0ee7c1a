import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDebounced } from './use-debounced.ts';

const NAME = 'search';

/** A search box whose text goes into the address, and so to the server, once typing pauses. */
export const useSearchText = () => {
  const [address, setAddress] = useSearchParams();
  const search = address.get(NAME) ?? '';
  const [typed, setTyped] = useState(search);
  const wanted = useDebounced(typed);
  useEffect(() => {
    if (wanted === search) return;
    setAddress(
      (before) => {
        if (wanted) before.set(NAME, wanted);
        else before.delete(NAME);
        return before;
      },
      { replace: true },
    );
  }, [wanted, search, setAddress]);
  return { typed, setTyped, search };
};
