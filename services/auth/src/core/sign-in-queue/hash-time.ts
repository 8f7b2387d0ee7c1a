const FIRST_GUESS_MS = 50;
/** Faster hashes change the estimate more than slower ones. */
const WEIGHT_FASTER = 1 / 16;
const WEIGHT_SLOWER = 1 / 128;
/** A single hash counts as at most this many times the estimate. */
const MAX_FACTOR = 2;

/**
 * When a crowd arrives, its requests keep the process busy for seconds, and hashes seem to take many times as
 * long as afterwards; clients deferred for that long would return to an empty queue. So the estimate rises
 * slowly and falls fast: a client that returns too early is only deferred again.
 */
export const estimateHashTime = () => {
  let estimate = FIRST_GUESS_MS;
  return {
    current: (): number => estimate,
    record: (ms: number): void => {
      const isSlower = ms > estimate;
      const counted = Math.min(ms, MAX_FACTOR * estimate);
      estimate += (counted - estimate) * (isSlower ? WEIGHT_SLOWER : WEIGHT_FASTER);
    },
  };
};
