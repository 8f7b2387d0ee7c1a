import type { ServerResponse } from 'node:http';

const callbacks = new WeakMap<ServerResponse, Set<() => void>>();

/**
 * Runs `work` once the response has closed. All callers share one listener, because Node.js warns above ten
 * listeners.
 * @returns a function that cancels the work
 */
export const whenClosed = (response: ServerResponse, work: () => void): (() => void) => {
  const ofResponse = callbacks.get(response) ?? new Set();
  if (!callbacks.has(response)) {
    callbacks.set(response, ofResponse);
    response.once('close', () => {
      for (const each of ofResponse) each();
    });
  }
  ofResponse.add(work);
  return () => void ofResponse.delete(work);
};
