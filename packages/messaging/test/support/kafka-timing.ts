export const FAST_TIMING = {
  maxWaitMs: 100,
  heartbeatMs: 300,
};
