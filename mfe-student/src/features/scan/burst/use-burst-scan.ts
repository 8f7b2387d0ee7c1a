import { isBurstCode, BURST_SEQUENCE } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useRef, useState } from 'react';
import { createCodeCollector } from './collect-codes.ts';

interface Options {
  onScanned: (path: string) => void;
  onRefused: (error: unknown) => void;
}

const loadSender = () => import('./send-sequence.ts');

interface Reading {
  collector: ReturnType<typeof createCodeCollector>;
  roundTrip: Promise<number | undefined>;
  roundTripMs?: number | undefined;
}

export const useBurstScan = ({ onScanned, onRefused }: Options) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  const reading = useRef<Reading>(undefined);
  const [found, setFound] = useState(0);
  const [isSending, setIsSending] = useState(false);

  const begin = (): Reading => {
    const begun: Reading = {
      collector: createCodeCollector(),
      roundTrip: loadSender()
        .then(({ measureRoundTrip }) => measureRoundTrip())
        .catch(() => undefined),
    };
    void begun.roundTrip.then((ms) => {
      begun.roundTripMs = ms;
    });
    return begun;
  };
  const reset = () => {
    reading.current = undefined;
    setFound(0);
  };
  /** Returns whether the sequence is complete; undefined if this is not a burst code. */
  const see = (code: string, at: number): boolean | undefined => {
    if (!isBurstCode(code)) return undefined;
    const now = (reading.current ??= begin());
    const sightings = now.collector.see(code, at);
    setFound(sightings.length);
    if (sightings.length < BURST_SEQUENCE.codes) return false;
    setIsSending(true);
    loadSender()
      .then(({ sendSequence }) => sendSequence(api, { userId, sightings, roundTripMs: now.roundTripMs }))
      .then(onScanned, onRefused)
      .finally(() => {
        setIsSending(false);
        reset();
      });
    return true;
  };
  return { see, reset, found, isSending };
};
