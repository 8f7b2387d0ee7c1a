const MINUTE_SECONDS = 60;
const MAX_SECONDS = 15 * MINUTE_SECONDS;

/**
 * Seconds of the pause after consecutive failures: a minute after the last free failure, and twice the
 * previous pause after each further failure, up to 15 minutes.
 */
export const pauseAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(MAX_SECONDS, MINUTE_SECONDS * 2 ** Math.min(failures - free, 10));

export const formatMinutes = (seconds: number): string => {
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};
