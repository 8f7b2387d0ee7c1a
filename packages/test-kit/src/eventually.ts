import { setTimeout as pause } from 'node:timers/promises';

/** The time-out is shorter than the time limit of a test, so that a failed test shows the assertion. */
const TIMEOUT_MS = 900_000;
/** Longer pauses slow tests down; shorter pauses slow down the processes under test. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [20, 250];

/**
 * Repeats an assertion until it holds. The limit is generous, because some machines are many times slower
 * than others.
 */
export const eventually = async <T>(assertion: () => Promise<T> | T): Promise<T> => {
  const deadline = Date.now() + TIMEOUT_MS;
  for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 1.5, MAX_PAUSE_MS)) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(waitMs);
    }
  }
};
