import { claimsOf } from '@qr-attendance/web-kit/token-claims';

interface Lifetime {
  /** `issuedAt` and `expiresAt` are epoch milliseconds by the server's clock. */
  issuedAt: number;
  expiresAt: number;
}

export const lifetimeOf = (token: string): Lifetime | undefined => {
  const { iat, exp } = claimsOf(token);
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat) return undefined;
  return { issuedAt: iat * 1_000, expiresAt: exp * 1_000 };
};

export const unverifiedUserId = (token: string): string | undefined => {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : undefined;
};

/** When the sign-in ends, however often it is used, in epoch milliseconds by the server's clock. */
export const signInEndOf = (token: string): number | undefined => {
  const { signInEnds } = claimsOf(token);
  return typeof signInEnds === 'number' ? signInEnds * 1_000 : undefined;
};

/** Whether the proof was fresh when the server issued the token, which does not depend on the device's clock. */
export const hasFreshProof = (token: string): boolean => {
  const { provenUntil, iat } = claimsOf(token);
  return typeof provenUntil === 'number' && typeof iat === 'number' && provenUntil > iat;
};
