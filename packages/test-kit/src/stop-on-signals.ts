import { killAllNow } from '@qr-attendance/stack';

/** One press of Ctrl-C may reach us twice, from the terminal and through npm. */
const SAME_KEY_MS = 500;
/** As a shell tells of a program that Ctrl-C has ended. */
const ENDED_BY_SIGNAL = 130;

/**
 * Has this process stop what it started when a signal is to end it, or when the program that started it is gone, and
 * only then end. A second Ctrl-C ends everything at once.
 * @returns what takes this back, once there is nothing left to stop
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
  process.on('exit', killAllNow);
  return () => {
    for (const reason of reasons) process.off(reason, end);
    process.off('exit', killAllNow);
  };
};
