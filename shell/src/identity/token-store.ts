const KEY = 'token';
/** Set from a sign-out until the server has revoked the refresh cookie. */
export const SIGN_OUT_PENDING = 'sign-out-pending';
const changes = new EventTarget();

/** The access token, where the specification keeps it. Read at each use: another tab may have renewed it. */
export const tokenStore = {
  get: (): string | undefined => localStorage.getItem(KEY) ?? undefined,
  set: (token: string): void => {
    localStorage.setItem(KEY, token);
    // Whoever signs in takes the place of the refresh cookie that was to be revoked.
    localStorage.removeItem(SIGN_OUT_PENDING);
    changes.dispatchEvent(new Event('change'));
  },
  /** Whether this page was closed, or lost the network, before the server confirmed a sign-out. */
  isSignOutPending: (): boolean => localStorage.getItem(SIGN_OUT_PENDING) !== null,
  clear: (): void => {
    localStorage.removeItem(KEY);
    changes.dispatchEvent(new Event('change'));
  },
  /** Calls back at each change, by this tab or another, until the signal is aborted. */
  watch: (onChange: () => void, signal: AbortSignal): void => {
    changes.addEventListener('change', onChange, { signal });
    tokenStore.watchOthers(onChange, signal);
  },
  /** Calls back at each change by another tab. */
  watchOthers: (onChange: () => void, signal: AbortSignal): void => {
    // A cleared storage names no key.
    const follow = ({ key }: StorageEvent) => (key === KEY || key === null) && onChange();
    window.addEventListener('storage', follow, { signal });
  },
};
