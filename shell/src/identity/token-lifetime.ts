interface Lifetime {
  /** Milliseconds since the epoch, by the server's clock. */
  issuedAt: number;
  expiresAt: number;
}

/** Reads `iat` and `exp` of a JSON Web Token (RFC 7519, 4.1); undefined for what is none. */
export const lifetimeOf = (token: string): Lifetime | undefined => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(payload)) as Record<string, unknown>;
    if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat) return undefined;
    return { issuedAt: iat * 1_000, expiresAt: exp * 1_000 };
  } catch {
    return undefined;
  }
};
