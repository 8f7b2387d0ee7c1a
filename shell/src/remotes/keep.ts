/** Does work once for each key and keeps what came of it; work that failed is forgotten, so that a retry does it again. */
export const keep = <T>(): ((key: string, work: () => Promise<T>) => Promise<T>) => {
  const kept = new Map<string, Promise<T>>();
  return (key, work) => {
    const known = kept.get(key);
    if (known) return known;
    const doing = work();
    kept.set(key, doing);
    doing.catch(() => kept.delete(key));
    return doing;
  };
};
