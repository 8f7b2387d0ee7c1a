import { setTimeout as pause } from 'node:timers/promises';

/** How often it is asked. */
const EVERY_MS = 100;

/**
 * Asks until the answer is yes. Only for what may rightly never happen; otherwise use `eventually`.
 * @returns false if it was no for `ms` milliseconds
 */
export const holdsWithin = async (ms: number, ask: () => Promise<boolean>): Promise<boolean> => {
  const deadline = Date.now() + ms;
  while (!(await ask())) {
    if (Date.now() > deadline) return false;
    await pause(EVERY_MS);
  }
  return true;
};
