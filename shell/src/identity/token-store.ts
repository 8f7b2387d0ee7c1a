const KEY = 'token';

/** The access token, where the specification keeps it. Read at each use: another tab may have renewed it. */
export const tokenStore = {
  get: (): string | undefined => localStorage.getItem(KEY) ?? undefined,
  set: (token: string): void => localStorage.setItem(KEY, token),
  clear: (): void => localStorage.removeItem(KEY),
};
