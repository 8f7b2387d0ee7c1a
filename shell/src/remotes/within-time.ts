const TIMEOUT_MS = 8_000;

/** Rejects where work has not ended within some seconds: on a poor network a fallback with a retry beats a skeleton. */
export const withinTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('took too long')), TIMEOUT_MS);
    }),
  ]);
