const MINUTE_S = 60;
const LONGEST_S = 15 * MINUTE_S;

/**
 * How long nobody may try again after so many failures in a row, in seconds: the last free one is followed by a minute,
 * each one after it by twice the pause before, up to a quarter of an hour.
 */
export const pauseAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_S, MINUTE_S * 2 ** Math.min(failures - free, 10));
