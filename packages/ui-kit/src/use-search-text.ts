import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDebounced } from './use-debounced.ts';

const NAME = 'search';

export const useSearchText = () => {
  const [address, setAddress] = useSearchParams();
  const search = address.get(NAME) ?? '';
  const [typed, setTyped] = useState(search);
  const wanted = useDebounced(typed);
  const written = useRef(search);
  const settled = useRef(wanted);
  useEffect(() => {
    if (wanted === settled.current) return;
    settled.current = wanted;
    if (wanted === written.current) return;
    written.current = wanted;
    setAddress(
      (before) => {
        if (wanted) before.set(NAME, wanted);
        else before.delete(NAME);
        return before;
      },
      { replace: true },
    );
  }, [wanted, setAddress]);
  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setTyped(search);
  }, [search]);
  return { typed, setTyped, search };
};
