import { isBurstCode, BURST_SEQUENCE } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useEffect, useRef, useState } from 'react';
import { createCodeCollector } from './collect-codes.ts';

interface Options {
  onScanned: (path: string) => void;
  onRefused: (error: unknown) => void;
}

const loadSender = () => import('./send-sequence.ts');

interface BurstScan {
  collector: ReturnType<typeof createCodeCollector>;
  roundTrip: Promise<number | undefined>;
  roundTripMs?: number | undefined;
}

export const useBurstScan = ({ onScanned, onRefused }: Options) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  const reading = useRef<BurstScan>(undefined);
  const [codeCount, setCodeCount] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  const begin = (): BurstScan => {
    const begun: BurstScan = {
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
  /** Cancels pending requests, too, because their answers would navigate away. */
  const reset = () => {
    sending.current?.abort();
    reading.current = undefined;
    setCodeCount(0);
  };
  /** Returns whether the sequence is complete; undefined if this is not a burst code. */
  const see = (code: string, at: number): boolean | undefined => {
    if (!isBurstCode(code)) return undefined;
    const now = (reading.current ??= begin());
    const sightings = now.collector.see(code, at);
    setCodeCount(sightings.length);
    if (sightings.length < BURST_SEQUENCE.codes) return false;
    setIsSending(true);
    const { signal } = (sending.current = new AbortController());
    loadSender()
      .then(({ sendSequence }) =>
        sendSequence(api, { userId, sightings, roundTripMs: now.roundTripMs, signal }),
      )
      .then(
        (path) => {
          if (!signal.aborted) onScanned(path);
        },
        (error: unknown) => {
          if (!signal.aborted) onRefused(error);
        },
      )
      .finally(() => {
        setIsSending(false);
        reset();
      });
    return true;
  };
  return { see, reset, found: codeCount, isSending };
};
