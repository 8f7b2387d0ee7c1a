import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChoices } from './use-choices.ts';
import { useDebounced } from './use-debounced.ts';

const NAME = 'search';

export const useSearchText = () => {
  const { read, choose } = useChoices();
  const search = read(NAME) ?? '';
  const [typed, setTyped] = useState(search);
  const wanted = useDebounced(typed);
  const written = useRef(search);
  const settled = useRef(wanted);
  const write = useEffectEvent(() => choose(NAME, wanted));
  useEffect(() => {
    if (wanted === settled.current) return;
    settled.current = wanted;
    if (wanted === written.current) return;
    written.current = wanted;
    write();
  }, [wanted]);
  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setTyped(search);
  }, [search]);
  return { typed, setTyped, search };
};
