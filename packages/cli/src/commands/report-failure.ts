import { ConfigError } from '@qr-attendance/server';
import { StartError } from '@qr-attendance/stack';

export const reportFailure = (error: unknown, what = 'The system could not start'): void => {
  const message = error instanceof Error ? error.message : String(error);
  const isExplained = error instanceof StartError || error instanceof ConfigError;
  console.error(isExplained ? `\n${message}` : `\n${what}: ${message}`);
};
