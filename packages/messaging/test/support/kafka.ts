/** Timing of a bus under test. */
export const HURRIED = {
  maxWaitMs: 100,
  heartbeatMs: 300,
};
