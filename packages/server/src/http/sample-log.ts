import type { Logger } from '@qr-attendance/observability';

const WINDOW_MS = 1_000;

/**
 * Allows the first `most` lines of a kind per second, and then logs how many were omitted, so that a flood of
 * requests does not flood the log. Kinds must be few and never come from a client.
 */
export const sampleLog = (
  log: Logger,
  most = 1,
  level: 'info' | 'warn' = 'warn',
): ((kind: string) => boolean) => {
  const counts = new Map<string, number>();
  const summarize = (kind: string): void => {
    const leftOut = (counts.get(kind) ?? 0) - most;
    counts.delete(kind);
    if (leftOut > 0) log[level]({ kind, leftOut }, 'similar log lines suppressed');
  };
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count === 1) setTimeout(summarize, WINDOW_MS, kind).unref();
    return count <= most;
  };
};
