export const HURRIED = {
  maxWaitMs: 100,
  heartbeatMs: 300,
};
