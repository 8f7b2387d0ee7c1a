import { BURST_SEQUENCE, LIVE_WINDOW_MS } from '@qr-attendance/contracts';

/** A code, and when the camera first saw it, by this page's own clock, in ms. */
export interface Sighting {
  code: string;
  at: number;
}

/** A camera sees one code later after it was drawn than another, by at most this. */
const CAMERA_MS = 400;
/** Codes that were first seen within this are of so many windows in a row as a sequence may be long. */
const TOGETHER_MS = (BURST_SEQUENCE.windows - 1) * LIVE_WINDOW_MS - CAMERA_MS;

/** Collects burst codes as the camera sees them; some are missed, and most are seen several times. */
export const makeCollector = () => {
  let seen: Sighting[] = [];
  return {
    /** @returns the codes of the sequence so far, the newest last; it is whole with `BURST_SEQUENCE.codes` of them */
    see: (code: string, at: number): Sighting[] => {
      if (!seen.some((one) => one.code === code)) seen = [...seen, { code, at }];
      const newest = seen.at(-1)?.at ?? at;
      seen = seen.filter((one) => newest - one.at < TOGETHER_MS);
      return seen;
    },
  };
};
