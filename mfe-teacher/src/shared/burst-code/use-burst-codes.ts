import type { BurstCodes } from '@qr-attendance/contracts';
import { burstCodesRequest, isStopped, liveRetryDelay } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';
import {
  nextChangeAfter,
  burstCodeAt,
  scheduleOf,
  type BurstSchedule,
  type ShownBurstCode,
} from './burst-schedule.ts';

/** Codes arrive ten seconds in advance, so that a lost response is not noticeable. */
const FETCH_INTERVAL_MS = 4_000;
/** Allows three more attempts within the ten seconds. */
const MAX_RETRY_DELAY_MS = 1_500;
/**
 * Limits changes to two per second, even when the clock is corrected. WCAG 2.2, 2.3.1, allows three flashes.
 */
const MIN_CHANGE_MS = 500;

export interface BurstCodeState {
  /** Undefined before the first response, and after ten seconds without one. */
  shown: ShownBurstCode | undefined;
  /** The server rejected the request: the session ended or no longer shows burst codes. */
  stopped: boolean;
  /** The number of times words were rejected because another browser had used them. */
  wordsRefused: number;
}

/** Shows each burst code at its time by the server's clock. */
export const useBurstCodes = (fetchCodes: (signal: AbortSignal) => Promise<BurstCodes>): BurstCodeState => {
  const [shown, setShown] = useState<ShownBurstCode>();
  const [stopped, setStopped] = useState(false);
  const [wordsRefused, setWordsRefused] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    let schedule: BurstSchedule | undefined;
    let code: string | undefined;
    let changedAt = -Infinity;
    let drawTimer: ReturnType<typeof setTimeout> | undefined;
    let fetchTimer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const draw = () => {
      clearTimeout(drawTimer);
      if (!schedule) return;
      const now = performance.now();
      const soonest = changedAt + MIN_CHANGE_MS;
      if (now < soonest) {
        drawTimer = setTimeout(draw, soonest - now);
        return;
      }
      const next = burstCodeAt(schedule, now);
      if (next?.code !== code) {
        [code, changedAt] = [next?.code, now];
        setShown(next);
      }
      drawTimer = setTimeout(draw, nextChangeAfter(schedule, now) - now);
    };
    const fetchOnce = async () => {
      const requestedAt = performance.now();
      let waitMs = FETCH_INTERVAL_MS;
      try {
        const answer = await fetchCodes(leaving.signal);
        if (leaving.signal.aborted) return;
        failures = 0;
        setWordsRefused(answer.wordsRefused ?? 0);
        schedule = scheduleOf(answer, requestedAt, performance.now());
        draw();
      } catch (error) {
        if (leaving.signal.aborted) return;
        if (isStopped(error, burstCodesRequest)) return setStopped(true);
        console.warn('The burst code could not be renewed', error);
        waitMs = liveRetryDelay(error, failures, MAX_RETRY_DELAY_MS);
        failures += 1;
      }
      fetchTimer = setTimeout(() => void fetchOnce(), waitMs);
    };
    void fetchOnce();
    return () => {
      leaving.abort();
      clearTimeout(drawTimer);
      clearTimeout(fetchTimer);
    };
  }, [fetchCodes]);
  return { shown, stopped, wordsRefused };
};
