import { killAllProcesses } from '@qr-attendance/stack';
import { reportFailure } from './report-failure.ts';

/** Pressing Ctrl-C once may send two signals, from the terminal and through npm. */
const SAME_KEY_MS = 500;

/**
 * Aborts on signals such as Ctrl-C, and when the parent process exits. A second Ctrl-C kills all child
 * processes at once. No child process survives this process.
 */
export const endOnSignals = (): { signal: AbortSignal; asked: Promise<void> } => {
  const controller = new AbortController();
  const { signal } = controller;
  const asked = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let askedAt = 0;
  const ask = (hint: string) => {
    if (signal.aborted) return;
    askedAt = Date.now();
    console.log(`\nStopping${hint} …`);
    controller.abort();
  };
  process.on('SIGINT', () => {
    if (signal.aborted && Date.now() - askedAt > SAME_KEY_MS) process.exit(1);
    ask(' (Ctrl-C once more: at once)');
  });
  for (const name of ['SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(name, () => ask(''));
  process.on('exit', killAllProcesses);
  process.on('uncaughtException', (error) => {
    reportFailure(error);
    process.exit(1);
  });
  return { signal, asked };
};
