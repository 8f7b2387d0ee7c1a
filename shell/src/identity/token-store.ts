const KEY = 'token';
const changes = new EventTarget();

/** The access token, where the specification keeps it. Read at each use: another tab may have renewed it. */
export const tokenStore = {
  get: (): string | undefined => localStorage.getItem(KEY) ?? undefined,
  set: (token: string): void => {
    localStorage.setItem(KEY, token);
    changes.dispatchEvent(new Event('change'));
  },
  clear: (): void => {
    localStorage.removeItem(KEY);
    changes.dispatchEvent(new Event('change'));
  },
  /** Calls back at each change, by this tab or another, until the signal is aborted. */
  watch: (onChange: () => void, signal: AbortSignal): void => {
    changes.addEventListener('change', onChange, { signal });
    // A cleared storage names no key.
    const follow = ({ key }: StorageEvent) => (key === KEY || key === null) && onChange();
    window.addEventListener('storage', follow, { signal });
  },
};
