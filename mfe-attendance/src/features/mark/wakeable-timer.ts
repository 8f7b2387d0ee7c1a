/** Pauses that end early when `wake` is called or the browser comes online. */
export const createWakeableTimer = () => {
  const target = new EventTarget();
  return {
    wake: (): void => {
      target.dispatchEvent(new Event('wake'));
    },
    /** Resolves to whether the pause ended early. With `ignoresWake`, only the signal ends it early. */
    pause: (ms: number, signal: AbortSignal, ignoresWake = false): Promise<boolean> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(true);
        const over = new AbortController();
        const end = (early: boolean) => () => {
          over.abort();
          clearTimeout(timer);
          resolve(early);
        };
        const timer = setTimeout(end(false), ms);
        signal.addEventListener('abort', end(true), { signal: over.signal });
        if (ignoresWake) return;
        target.addEventListener('wake', end(true), { signal: over.signal });
        window.addEventListener('online', end(true), { signal: over.signal });
      }),
  };
};
export type WakeableTimer = ReturnType<typeof createWakeableTimer>;
