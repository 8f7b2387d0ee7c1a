const TIMEOUT_MS = 8_000;

/** On a weak network, a fallback with a retry button is better than a skeleton. */
export const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('took too long')), TIMEOUT_MS);
    }),
  ]);
