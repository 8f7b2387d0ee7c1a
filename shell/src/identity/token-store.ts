const KEY = 'token';
/** Set between a sign-out and its confirmation by the server. */
export const SIGN_OUT_PENDING = 'sign-out-pending';
const changes = new EventTarget();

/** Reads the storage on every use, because another tab may have renewed the token. */
export const tokenStore = {
  get: (): string | undefined => localStorage.getItem(KEY) ?? undefined,
  set: (token: string): void => {
    localStorage.setItem(KEY, token);
    // Signing in replaces the refresh cookie that had to be revoked.
    localStorage.removeItem(SIGN_OUT_PENDING);
    changes.dispatchEvent(new Event('change'));
  },
  isSignOutPending: (): boolean => localStorage.getItem(SIGN_OUT_PENDING) !== null,
  clear: (): void => {
    localStorage.removeItem(KEY);
    changes.dispatchEvent(new Event('change'));
  },
  /** Calls back after each change in this or another tab, until the signal is aborted. */
  watch: (onChange: () => void, signal: AbortSignal): void => {
    changes.addEventListener('change', onChange, { signal });
    tokenStore.watchOthers(onChange, signal);
  },
  watchOthers: (onChange: () => void, signal: AbortSignal): void => {
    // Clearing the storage emits an event without a key.
    const follow = ({ key }: StorageEvent) => (key === KEY || key === null) && onChange();
    window.addEventListener('storage', follow, { signal });
  },
};
