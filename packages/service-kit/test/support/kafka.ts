/** Timing of a bus under test. */
export const HURRIED = {
  maxWaitMs: 100,
  heartbeatMs: 300,
  tries: 3,
  retryDelayMs: 100,
  maxRetryDelayMs: 300,
};
