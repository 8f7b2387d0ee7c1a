import { useEffect, useState } from 'react';

const REST_MS = 3_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** True at first, and for 3 s after each movement, touch or key press. */
export const useUserActive = (): boolean => {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    const rest = () => setAwake(false);
    let timer = setTimeout(rest, REST_MS);
    const wake = () => {
      setAwake(true);
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    for (const sign of SIGNS) window.addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, wake);
    };
  }, []);
  return awake;
};
