interface Lifetime {
  /** Milliseconds since the epoch, by the server's clock. */
  issuedAt: number;
  expiresAt: number;
}

const claimsOf = (token: string): Record<string, unknown> => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** Reads `iat` and `exp` of a JSON Web Token (RFC 7519, 4.1); undefined for what is none. */
export const lifetimeOf = (token: string): Lifetime | undefined => {
  const { iat, exp } = claimsOf(token);
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat) return undefined;
  return { issuedAt: iat * 1_000, expiresAt: exp * 1_000 };
};

/** The id of the person whose token it says it is, unchecked; undefined for what is no token of ours. */
export const personOf = (token: string): string | undefined => {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : undefined;
};
