import { killAllProcesses } from '@qr-attendance/stack';

/** Pressing Ctrl-C once may send two signals, from the terminal and through npm. */
const SAME_KEY_MS = 500;
const ENDED_BY_SIGNAL = 130;

/**
 * Stops what this process started when a signal arrives or the parent process exits, and then ends this
 * process. A second Ctrl-C kills everything at once.
 */
export const stopOnSignals = (stop: () => Promise<void>): (() => void) => {
  let askedAt: number | undefined;
  const end = () => {
    if (askedAt !== undefined) {
      if (Date.now() - askedAt > SAME_KEY_MS) process.exit(ENDED_BY_SIGNAL);
      return;
    }
    askedAt = Date.now();
    console.log('\nStopping the servers of this test run …');
    void stop().finally(() => process.exit(ENDED_BY_SIGNAL));
  };
  const reasons = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;
  for (const reason of reasons) process.on(reason as NodeJS.Signals, end);
  process.on('exit', killAllProcesses);
  return () => {
    for (const reason of reasons) process.off(reason, end);
    process.off('exit', killAllProcesses);
  };
};
