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
