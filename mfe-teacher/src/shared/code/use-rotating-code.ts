import type { FreshCode } from '@qr-attendance/contracts';
import { classifyFailure } from '@qr-attendance/web-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { freshCode, newerCode, secondsLeft, type RefreshInterval, type ShownCode } from './rotation.ts';

const TICK_MS = 500;
const RETRY_MS = 5_000;

export interface RotatingCode {
  qrCode: string;
  secondsLeft: number;
  refreshInterval: number;
  changeInterval: (interval: RefreshInterval) => void;
  renew: () => void;
  /** The server refused: the session ended or was deleted. */
  stopped: boolean;
}

interface RenewedCode extends ShownCode {
  /** The code that was known when this one was requested. */
  replaced: ShownCode;
}

interface Options {
  known: ShownCode;
  refresh: (interval?: RefreshInterval) => Promise<FreshCode>;
}

/**
 * Keeps a rotating code current: requests the next when it is due, retries 5 s after a failure (later if the
 * server asks for it), and starts over when the interval changes. A single ticking timer compares clocks, so
 * that a laptop refreshes as soon as it wakes. Failures are only logged (specification, section 4).
 */
export const useRotatingCode = ({ known, refresh }: Options): RotatingCode => {
  const [renewed, setRenewed] = useState<RenewedCode>();
  const [chosen, setChosen] = useState<RefreshInterval>();
  const [stopped, setStopped] = useState(false);
  const [now, setNow] = useState(() => Date.now());
  // The replica that answered may have a slower clock than the one that issued the replaced code.
  const code = renewed?.replaced === known ? renewed : newerCode(known, renewed);
  const dueAt = useRef(code.dueAt);
  const lastRequest = useRef(0);

  const renew = useCallback(
    async (interval?: RefreshInterval) => {
      const request = ++lastRequest.current;
      dueAt.current = Infinity;
      try {
        const answer = await refresh(interval);
        if (request !== lastRequest.current) return;
        setRenewed({ ...freshCode(answer, Date.now()), replaced: known });
      } catch (error) {
        if (request !== lastRequest.current) return;
        const { kind, retryAfterSeconds = 0 } = classifyFailure(error);
        // A session that has just ended is not a failure.
        if (kind !== 'refused') console.warn('The code could not be refreshed', error);
        dueAt.current = Date.now() + Math.max(RETRY_MS, retryAfterSeconds * 1_000);
        setStopped(kind === 'refused');
      }
      setChosen(undefined);
    },
    [refresh, known],
  );

  useEffect(() => {
    dueAt.current = code.dueAt;
    // Also after an answer that does not change the time.
  }, [code.dueAt, renewed]);

  useEffect(() => {
    if (stopped) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= dueAt.current) void renew();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [renew, stopped]);

  const changeInterval = (interval: RefreshInterval) => {
    setChosen(interval);
    void renew(interval);
  };
  return {
    qrCode: code.qrCode,
    secondsLeft: secondsLeft(code, now),
    refreshInterval: chosen ?? code.refreshInterval,
    changeInterval,
    renew: () => void renew(),
    stopped,
  };
};
