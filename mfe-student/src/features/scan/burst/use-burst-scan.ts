import { isBurstCode, BURST_SEQUENCE } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useRef, useState } from 'react';
import { makeCollector } from './collect-codes.ts';

interface Options {
  /** With the path of the marking page. */
  onScanned: (path: string) => void;
  onRefused: (error: unknown) => void;
}

/** Loaded for those who scan a burst code, and while they do. */
const loadSending = () => import('./send-sequence.ts');

interface Reading {
  collector: ReturnType<typeof makeCollector>;
  roundTrip: Promise<number | undefined>;
  /** As it came in time for the scan. */
  roundTripMs?: number | undefined;
}

/** Reads codes of a live session until they make a scan, and sends it. */
export const useBurstScan = ({ onScanned, onRefused }: Options) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  const reading = useRef<Reading>(undefined);
  const [found, setFound] = useState(0);
  const [isSending, setIsSending] = useState(false);

  const begin = (): Reading => {
    const begun: Reading = {
      collector: makeCollector(),
      roundTrip: loadSending()
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
  /** @returns whether the camera has seen enough; undefined for a code that is none of a live session's */
  const see = (code: string, at: number): boolean | undefined => {
    if (!isBurstCode(code)) return undefined;
    const now = (reading.current ??= begin());
    const sightings = now.collector.see(code, at);
    setFound(sightings.length);
    if (sightings.length < BURST_SEQUENCE.codes) return false;
    setIsSending(true);
    loadSending()
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
