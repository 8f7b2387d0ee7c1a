import { StartError } from '@qr-attendance/stack';

/** Says in one sentence why the system does not run, or what else did not work. */
export const reportFailure = (error: unknown, what = 'The system could not start'): void => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof StartError ? `\n${message}` : `\n${what}: ${message}`);
};
