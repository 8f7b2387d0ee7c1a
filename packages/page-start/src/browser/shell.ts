export interface Shell {
  hasStorage: () => boolean;
  token: () => string | undefined;
  /** Epoch milliseconds; undefined if the token has no expiry. */
  expiryOf: (token: string) => number | undefined;
  /** Renews the token, in one tab at a time. @returns the current token; undefined if a tab has signed out */
  renew: (expired: string, request: (signal: AbortSignal) => Promise<string>) => Promise<string | undefined>;
  userTypeOf: (token: string | undefined) => string | undefined;
  /** The user type whose area a path belongs to. */
  ownerOf: (path: string) => string | undefined;
  /** Whether a key of the session storage stores a scan of the code that was made before the sign-in. */
  isWaitingScan: (key: string, code: string) => boolean;
}
