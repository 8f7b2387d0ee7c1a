/** The functions of the shell that the early script uses. */
export interface Shell {
  /** False in browsers that block site data. */
  hasStorage: () => boolean;
  token: () => string | undefined;
  /** Epoch milliseconds; undefined if the token does not say. */
  expiryOf: (token: string) => number | undefined;
  /** Renews the token in one tab at a time. @returns the current token; undefined if a tab has signed out */
  renew: (expired: string, request: (signal: AbortSignal) => Promise<string>) => Promise<string | undefined>;
  /** Unverified. */
  userTypeOf: (token: string | undefined) => string | undefined;
  /** The user type whose area a path belongs to. */
  ownerOf: (path: string) => string | undefined;
  /** Whether a key of the session's storage belongs to a scan of the code before the sign-in. */
  isWaitingScan: (key: string, code: string) => boolean;
}
