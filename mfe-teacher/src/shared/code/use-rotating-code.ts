import type { FreshCode } from '@qr-attendance/contracts';
import { isStopped, liveRetryDelay, refreshCodeRequest } from '@qr-attendance/web-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  codeAt,
  freshCode,
  newerCode,
  secondsLeft,
  type RefreshInterval,
  type ShownCode,
} from './rotation.ts';

const TICK_MS = 500;
const MAX_RETRY_MS = 5_000;

export interface RotatingCode {
  qrCode: string;
  secondsLeft: number;
  refreshInterval: number;
  changeInterval: (interval: RefreshInterval) => void;
  renew: () => void;
  /** The server rejected the request: the session ended or was deleted. */
  stopped: boolean;
}

interface RenewedCode extends ShownCode {
  replaced: ShownCode;
}

interface Renewal {
  replaces: string;
  refreshInterval?: RefreshInterval;
}

interface Options {
  known: ShownCode;
  refresh: (renewal: Renewal, signal: AbortSignal) => Promise<FreshCode>;
}

/**
 * Keeps a rotating code current: requests the next one when it is due, shows codes known in advance in the
 * meantime, and starts over when the interval changes. A single timer compares clocks, so that a laptop
 * refreshes as soon as it wakes. Failures are only logged (specification, section 4).
 */
export const useRotatingCode = ({ known, refresh }: Options): RotatingCode => {
  const [renewed, setRenewed] = useState<RenewedCode>();
  const [chosen, setChosen] = useState<RefreshInterval>();
  const [stoppedCode, setStoppedCode] = useState<ShownCode>();
  const [now, setNow] = useState(() => Date.now());
  // The replica that answered may have a slower clock than the replica that issued the previous code.
  const confirmed = renewed?.replaced === known ? renewed : newerCode(known, renewed);
  const shown = codeAt(confirmed, now);
  const stopped = stoppedCode === known;
  const dueAt = useRef(0);
  const failures = useRef(0);
  /**
   * The code that the teacher has asked to replace early; undefined once the server has replaced the code.
   */
  const replacing = useRef<string>(undefined);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  const renew = useCallback(
    async (renewal: Renewal) => {
      request.current?.abort();
      const { signal } = (request.current = new AbortController());
      dueAt.current = Infinity;
      try {
        const answer = await refresh(renewal, signal);
        if (signal.aborted) return;
        failures.current = 0;
        replacing.current = undefined;
        setRenewed({ ...freshCode(answer, Date.now()), replaced: known });
      } catch (error) {
        if (signal.aborted) return;
        const isFinal = isStopped(error, refreshCodeRequest);
        // The end of the session is not a failure.
        if (!isFinal) console.warn('The code could not be refreshed', error);
        dueAt.current = Date.now() + liveRetryDelay(error, failures.current, MAX_RETRY_MS);
        failures.current += 1;
        setStoppedCode(isFinal ? known : undefined);
      }
      setChosen(undefined);
    },
    [refresh, known],
  );

  useEffect(() => {
    // The first answer contains the codes of the next windows.
    dueAt.current = confirmed === known ? 0 : confirmed.dueAt;
    // `renewed` reruns this effect after an answer that does not change the time.
  }, [confirmed, known, renewed]);

  const { qrCode, dueAt: confirmedUntil } = confirmed;
  useEffect(() => {
    if (stopped) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < dueAt.current || chosen !== undefined) return;
      void renew({ replaces: replacing.current ?? (Date.now() < confirmedUntil ? '' : qrCode) });
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [renew, stopped, chosen, qrCode, confirmedUntil]);

  const changeInterval = (refreshInterval: RefreshInterval) => {
    setChosen(refreshInterval);
    void renew({ replaces: shown.qrCode, refreshInterval });
  };
  return {
    qrCode: shown.qrCode,
    secondsLeft: secondsLeft(shown, now),
    refreshInterval: chosen ?? shown.refreshInterval,
    changeInterval,
    renew: () => {
      replacing.current = shown.qrCode;
      void renew({ replaces: shown.qrCode });
    },
    stopped,
  };
};
