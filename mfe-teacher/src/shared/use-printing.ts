import { useMedia } from '@qr-attendance/ui-kit';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed. What hangs on it is on the page before the browser lays the paper out. */
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
