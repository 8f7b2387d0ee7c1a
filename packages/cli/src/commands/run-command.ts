import { endOnSignals } from './end-on-signals.ts';
import { reportFailure } from './report-failure.ts';

export const runCommand = async (
  work: () => Promise<void>,
  failed = 'The command failed',
): Promise<never> => {
  endOnSignals().signal.addEventListener('abort', () => process.exit(1));
  try {
    await work();
    process.exit(0);
  } catch (error) {
    reportFailure(error, failed);
    process.exit(1);
  }
};
