import { setTimeout as pause } from 'node:timers/promises';

/** Less than the limit of a test, so the assertion is what a failed test shows. */
const TIMEOUT_MS = 900_000;
/** Polling less often would slow tests down; polling more often would slow down what they wait for. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [20, 250];

/**
 * Repeats an assertion until it holds. There is one generous limit, because a machine may be many times slower
 * than another.
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
