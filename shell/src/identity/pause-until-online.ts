import { pause } from '@qr-attendance/web-kit';

/** Resolves after `ms`, or earlier when the browser comes online or `watch` calls back. */
export const pauseUntilOnline = async (
  ms: number,
  watch?: (end: () => void, signal: AbortSignal) => void,
): Promise<void> => {
  const over = new AbortController();
  const end = () => over.abort();
  window.addEventListener('online', end, { signal: over.signal });
  watch?.(end, over.signal);
  await pause(ms, over.signal);
  end();
};
