export interface RetryBudget {
  tried: () => void;
  mayRetry: () => boolean;
}

/**
 * Allows retries as a share of first attempts: an occasional lost connection is hidden from users, while a
 * failing upstream is spared the double load.
 * @param share of first attempts in the long run
 * @param burst retries after a quiet period
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
