const TIMEOUT_MS = 5_000;

/** IndexedDB requests can hang without succeeding or failing. */
export const withStorageTimeout = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    void work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
