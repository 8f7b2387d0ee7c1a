import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 100;

/**
 * Polls until the condition holds. Use it only if the condition may legitimately never hold; otherwise use
 * `eventually`.
 * @returns false if it did not hold within `ms` milliseconds
 */
export const holdsWithin = async (ms: number, ask: () => Promise<boolean>): Promise<boolean> => {
  const deadline = Date.now() + ms;
  while (!(await ask())) {
    if (Date.now() > deadline) return false;
    await pause(EVERY_MS);
  }
  return true;
};
