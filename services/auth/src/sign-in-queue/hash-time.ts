/** A hash takes some tens of ms. */
const FIRST_GUESS_MS = 50;
/** How much the latest hash counts: for much where it was faster, for little where it was slower. */
const WEIGHT_FASTER = 1 / 16;
const WEIGHT_SLOWER = 1 / 128;
/** A single hash counts as no slower than so many times the estimate. */
const MAX_TIMES = 2;

/**
 * Estimates how long a hash takes while as many run at once as may. When a crowd arrives, its requests keep the process
 * busy for seconds and hashes seem to take many times as long as they do afterwards; people sent away for that long would
 * come back to an empty queue. So the estimate rises slowly and falls fast: who is asked back too early is only asked once
 * more.
 */
export const estimateHashTime = () => {
  let estimate = FIRST_GUESS_MS;
  return {
    /** In ms. */
    current: (): number => estimate,
    record: (ms: number): void => {
      const isSlower = ms > estimate;
      const counted = Math.min(ms, MAX_TIMES * estimate);
      estimate += (counted - estimate) * (isSlower ? WEIGHT_SLOWER : WEIGHT_FASTER);
    },
  };
};
