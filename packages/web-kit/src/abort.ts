export const anySignal = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined));

export const withTimeoutSignal = (ms: number, signal: AbortSignal | undefined): AbortSignal =>
  anySignal(AbortSignal.timeout(ms), signal);

/** Rejects with the signal's reason; after an abort the work continues for other callers. */
export const rejectOnAbort = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
    void work.then(resolve, reject).then(() => signal.removeEventListener('abort', leave));
  });
};
