import type { Logger } from '@qr-attendance/observability';

const WINDOW_MS = 1_000;

/**
 * Whether a line of this kind may be written: the first `most` within a second are. How many were left out is written when
 * the second is over, so that a flood of requests is no flood of lines. Kinds must be few and never what a client sent.
 */
export const sampleLog = (log: Logger, most = 1): ((kind: string) => boolean) => {
  const counts = new Map<string, number>();
  const summarize = (kind: string): void => {
    const leftOut = (counts.get(kind) ?? 0) - most;
    counts.delete(kind);
    if (leftOut > 0) log.warn({ kind, leftOut }, 'similar log lines suppressed');
  };
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count === 1) setTimeout(summarize, WINDOW_MS, kind).unref();
    return count <= most;
  };
};
