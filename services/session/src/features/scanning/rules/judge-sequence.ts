import { BURST_SEQUENCE, BURST_WINDOW_MS } from '@qr-attendance/contracts';
import { createBurstCode, MAX_CODE_AGE_MS, windowsBetween } from '../../../core/codes/rules/burst-code.ts';

export interface CodeSighting {
  code: string;
  agoMs: number;
}

export interface SequenceArrival {
  sightings: CodeSighting[];
  arrivedAt: number;
  roundTripMs: number | undefined;
}

/** Maximum difference between the clocks of replicas and of the projector view. */
const CLOCKS_MS = 1_000;
const CAMERA_MS = 400;
/**
 * Maximum accepted round trip, so that a phone cannot claim minutes. A network slower than that is not usable
 * in a class.
 */
const MAX_ROUND_TRIP_MS = 2_000;

export const judgeSequence = (
  secret: string,
  { sightings, arrivedAt, roundTripMs = 0 }: SequenceArrival,
  graceMs: number,
): { lateMs: number } | 'unknown' | 'implausible' | 'late' => {
  const windowByCode = new Map(
    windowsBetween(arrivedAt - MAX_CODE_AGE_MS, arrivedAt + CLOCKS_MS).map((window) => [
      createBurstCode(secret, window),
      window,
    ]),
  );
  const knownSightings = sightings.flatMap(({ code, agoMs }) => {
    const window = windowByCode.get(code);
    return window === undefined ? [] : [{ window, at: arrivedAt - agoMs }];
  });
  const [oldest, newest] = [knownSightings[0], knownSightings.at(-1)];
  if (!oldest || !newest || knownSightings.length < sightings.length) return 'unknown';

  const isInOrder = knownSightings.every(
    ({ window }, index) => index === 0 || window > (knownSightings[index - 1]?.window ?? 0),
  );
  const isShort = newest.window - oldest.window < BURST_SEQUENCE.windows;
  // Each code is first seen at some point in its window, so two sightings deviate by at most one window.
  const hasPlausibleTimes = knownSightings.every(({ window, at }, index) =>
    knownSightings.slice(0, index).every((before) => {
      const offBy = Math.abs(at - before.at - (window - before.window) * BURST_WINDOW_MS);
      return offBy <= BURST_WINDOW_MS + CAMERA_MS;
    }),
  );
  const wasShown = newest.at >= newest.window * BURST_WINDOW_MS - CLOCKS_MS;
  if (!isInOrder || !isShort || !hasPlausibleTimes || !wasShown) return 'implausible';

  const firstShown = newest.window * BURST_WINDOW_MS;
  if (arrivedAt >= firstShown + BURST_WINDOW_MS + graceMs) return 'late';
  return { lateMs: Math.round(arrivedAt - firstShown - Math.min(roundTripMs, MAX_ROUND_TRIP_MS)) };
};
