/** Pauses that end sooner when somebody rings, or when the browser is online again. */
export const createWakeableTimer = () => {
  const bell = new EventTarget();
  return {
    ring: (): void => {
      bell.dispatchEvent(new Event('ring'));
    },
    /** @returns whether it was ended before its time; one that is `deaf` only is by the signal */
    pause: (ms: number, signal: AbortSignal, deaf = false): Promise<boolean> =>
      new Promise((resolve) => {
        const over = new AbortController();
        const end = (early: boolean) => () => {
          over.abort();
          clearTimeout(timer);
          resolve(early);
        };
        const timer = setTimeout(end(false), ms);
        signal.addEventListener('abort', end(true), { signal: over.signal });
        if (deaf) return;
        bell.addEventListener('ring', end(true), { signal: over.signal });
        window.addEventListener('online', end(true), { signal: over.signal });
      }),
  };
};
export type Alarm = ReturnType<typeof createWakeableTimer>;
