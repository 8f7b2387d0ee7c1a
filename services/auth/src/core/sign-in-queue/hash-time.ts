const FIRST_GUESS_MS = 50;
/** Faster hashes change the estimate more than slower ones. */
const WEIGHT_FASTER = 1 / 16;
const WEIGHT_SLOWER = 1 / 128;
/** A single hash counts as at most this many times the estimate. */
const MAX_FACTOR = 2;

/**
 * A crowd keeps the process busy for seconds when it arrives, so hashes first seem many times slower than afterwards.
 * Clients deferred for that long would return to an empty queue. The estimate therefore rises slowly and falls fast; a
 * client that returns too early is only deferred again.
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
