export interface RetryBudget {
  tried: () => void;
  mayRetry: () => boolean;
}

/**
 * Allows retries as a share of first attempts: hides an occasional lost connection from users, without
 * doubling the load on a failing upstream.
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
