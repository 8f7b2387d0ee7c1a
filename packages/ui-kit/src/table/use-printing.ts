import { useMedia } from '../use-media.ts';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Set synchronously, so that the change is rendered before the browser lays out the page. */
export const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  const inPrint = useMedia('print');
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing || inPrint;
};
