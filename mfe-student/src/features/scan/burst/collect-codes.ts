import { BURST_SEQUENCE, BURST_WINDOW_MS } from '@qr-attendance/contracts';

/** A code and when the camera first saw it, in milliseconds of `performance.now()`. */
export interface CodeSighting {
  code: string;
  at: number;
}

/** The maximum difference between the camera delays of two codes. */
const MAX_CAMERA_DELAY_MS = 400;
/** Codes seen within this time belong to one sequence that the server accepts. */
const MAX_SEQUENCE_MS = (BURST_SEQUENCE.windows - 1) * BURST_WINDOW_MS - MAX_CAMERA_DELAY_MS;

/** Collects burst codes. The camera misses some codes and reads others several times. */
export const createCodeCollector = () => {
  let sightings: CodeSighting[] = [];
  return {
    /** Returns the codes of the sequence so far, the newest last. */
    see: (code: string, at: number): CodeSighting[] => {
      if (!sightings.some((one) => one.code === code)) sightings = [...sightings, { code, at }];
      const newest = sightings.at(-1)?.at ?? at;
      sightings = sightings.filter((one) => newest - one.at < MAX_SEQUENCE_MS);
      return sightings;
    },
  };
};
