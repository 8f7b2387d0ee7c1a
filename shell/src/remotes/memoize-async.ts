/** Runs work once per key and caches its result. Failures are not cached, so a retry runs it again. */
export const memoizeAsync = <T>(): ((key: string, work: () => Promise<T>) => Promise<T>) => {
  const results = new Map<string, Promise<T>>();
  return (key, work) => {
    const existing = results.get(key);
    if (existing) return existing;
    const result = work();
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  };
};
