/** Second tries of one caller to one upstream. */
export interface RetryBudget {
  /** Tell of every first try. */
  tried: () => void;
  /** Whether a second try may be made; takes it from the budget. */
  mayRetry: () => boolean;
}

/**
 * Allows second tries as a share of first ones: a lost connection now and then is hidden from users, while an upstream
 * in trouble is spared the double of its load.
 * @param share of the first tries that may be repeated in the long run
 * @param burst how many may be repeated at once after a quiet time
 */
export const createRetryBudget = ({ share = 0.1, burst = 10 } = {}): RetryBudget => {
  let left = burst;
  return {
    tried: () => {
      left = Math.min(burst, left + share);
    },
    mayRetry: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
};
