import { BURST_SEQUENCE, LIVE_WINDOW_MS } from '@qr-attendance/contracts';
import { createBurstCode, windowsBetween } from './burst-code.ts';

/** A code, and how long before its signature the camera first saw it, in ms. */
export interface Sighting {
  code: string;
  agoMs: number;
}

/** A sequence as it came, moments in ms by the server's clock. */
export interface Arrival {
  sightings: Sighting[];
  arrivedAt: number;
  /** As the phone has measured it. */
  roundTripMs: number | undefined;
}

/** Older codes count as unknown; the answer to younger ones says that they came too late. */
export const REMEMBERED_MS = 30_000;
/** Clocks of replicas, and of the wall's page, differ by no more. */
const CLOCKS_MS = 1_000;
/** A camera sees a code so much later than it is drawn, and one code more so than another. */
const CAMERA_MS = 400;
/** More than any network takes that a class could be held on: nobody explains minutes by it. */
const MAX_ROUND_TRIP_MS = 2_000;

/**
 * Judges codes that are said to have been seen one after the other.
 * @param graceMs for how long after its window the newest is accepted
 * @returns how long after its newest code first was on the wall it arrived, without the phone's own round trip; or what is
 *   wrong with it: a code that is none, codes that no camera saw in this way, or a newest one that has died
 */
export const judgeSequence = (
  secret: string,
  { sightings, arrivedAt, roundTripMs = 0 }: Arrival,
  graceMs: number,
): { lateMs: number } | 'unknown' | 'implausible' | 'late' => {
  const known = new Map(
    windowsBetween(arrivedAt - REMEMBERED_MS, arrivedAt + CLOCKS_MS).map((window) => [
      createBurstCode(secret, window),
      window,
    ]),
  );
  const seen = sightings.flatMap(({ code, agoMs }) => {
    const window = known.get(code);
    return window === undefined ? [] : [{ window, at: arrivedAt - agoMs }];
  });
  const [oldest, newest] = [seen[0], seen.at(-1)];
  if (!oldest || !newest || seen.length < sightings.length) return 'unknown';

  const isInOrder = seen.every(({ window }, place) => place === 0 || window > (seen[place - 1]?.window ?? 0));
  const isShort = newest.window - oldest.window < BURST_SEQUENCE.windows;
  // Each is first seen somewhere in its window, so that two moments are a window nearer or farther at most.
  const areApart = seen.every(({ window, at }, place) =>
    seen.slice(0, place).every((before) => {
      const offBy = Math.abs(at - before.at - (window - before.window) * LIVE_WINDOW_MS);
      return offBy <= LIVE_WINDOW_MS + CAMERA_MS;
    }),
  );
  const wasShown = newest.at >= newest.window * LIVE_WINDOW_MS - CLOCKS_MS;
  if (!isInOrder || !isShort || !areApart || !wasShown) return 'implausible';

  const firstShown = newest.window * LIVE_WINDOW_MS;
  if (arrivedAt >= firstShown + LIVE_WINDOW_MS + graceMs) return 'late';
  return { lateMs: Math.round(arrivedAt - firstShown - Math.min(roundTripMs, MAX_ROUND_TRIP_MS)) };
};
