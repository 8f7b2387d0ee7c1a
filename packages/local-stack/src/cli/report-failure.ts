import { StartError } from '../start-error.ts';

/** Says in one sentence why the system does not run. */
export const reportFailure = (error: unknown): void => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof StartError ? `\n${message}` : `\nThe system could not start: ${message}`);
};
