import type { Logger } from '@qr-attendance/observability';

const WINDOW_MS = 1_000;

/**
 * Whether a line of this kind may be written: the first within a second is. How many were left out is written when the
 * second is over, so that a flood of requests is no flood of lines. Kinds must be few and never what a client sent.
 */
export const sampleLog = (log: Logger): ((kind: string) => boolean) => {
  const leftOut = new Map<string, number>();
  const summarize = (kind: string): void => {
    const count = leftOut.get(kind) ?? 0;
    leftOut.delete(kind);
    if (count > 0) log.warn({ kind, leftOut: count }, 'similar lines left out');
  };
  return (kind) => {
    const count = leftOut.get(kind);
    leftOut.set(kind, count === undefined ? 0 : count + 1);
    if (count !== undefined) return false;
    setTimeout(summarize, WINDOW_MS, kind).unref();
    return true;
  };
};
