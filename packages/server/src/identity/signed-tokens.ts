import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { z } from 'zod/mini';

/** What tells one kind of token from another: a ticket is never taken for an access token. */
export interface TokenKind {
  algorithm: 'RS256' | 'ES256';
  audience: string;
}
export const ISSUER = 'qr-attendance';
export const ACCESS_TOKEN: TokenKind = { algorithm: 'RS256', audience: 'qr-attendance-api' };
/** A code redeemed before its scanner signed in. */
export const SCAN: TokenKind = { algorithm: 'ES256', audience: 'qr-attendance-scan' };
export const TICKET: TokenKind = { algorithm: 'ES256', audience: 'qr-attendance-ticket' };

/** Signs claims as a JWT of the given kind, good for `lifetimeSeconds`. */
export const signToken = (
  kind: TokenKind,
  { kid, key }: { kid: string; key: KeyObject },
  claims: Record<string, unknown>,
  lifetimeSeconds: number,
): string =>
  jwt.sign(claims, key, {
    algorithm: kind.algorithm,
    audience: kind.audience,
    issuer: ISSUER,
    keyid: kid,
    expiresIn: lifetimeSeconds,
  });

/**
 * Claims of a token that one of the keys signed and that has not expired; undefined for anything else.
 * The algorithm is the kind's alone, whatever the token's header says (RFC 8725, 3.1).
 * @param options ignoreExpiration: also of one that has expired, where it opens nothing
 */
export const verifyToken = <Claims extends z.ZodMiniType>(
  kind: TokenKind,
  keys: Map<string, KeyObject>,
  claims: Claims,
  token: string,
  { ignoreExpiration = false }: { ignoreExpiration?: boolean } = {},
): z.output<Claims> | undefined => {
  try {
    const header = jwt.decode(token, { complete: true })?.header;
    const key = header?.kid === undefined ? undefined : keys.get(header.kid);
    if (!key) return undefined;
    const payload = jwt.verify(token, key, {
      algorithms: [kind.algorithm],
      audience: kind.audience,
      issuer: ISSUER,
      ignoreExpiration,
    });
    return claims.safeParse(payload).data;
  } catch {
    return undefined;
  }
};
