import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { z } from 'zod/mini';

type Algorithm = 'RS256' | 'ES256' | 'HS256';
/** What tells one kind of token from another: a ticket is never taken for an access token. */
export interface TokenKind {
  /** Those of the keys that may sign it. */
  algorithms: readonly Algorithm[];
  audience: string;
}
export const ISSUER = 'qr-attendance';
/** RS256 by installations that began with an RSA key. */
export const ACCESS_TOKEN: TokenKind = { algorithms: ['ES256', 'RS256'], audience: 'qr-attendance-api' };
/** A code redeemed before its scanner signed in. */
export const SCAN: TokenKind = { algorithms: ['ES256'], audience: 'qr-attendance-scan' };
/** By a MAC between the two services that write and read it; by a key pair where they share no secret, as in the release before. */
export const TICKET: TokenKind = { algorithms: ['HS256', 'ES256'], audience: 'qr-attendance-ticket' };

/** A key that signs tokens, with the id by which their readers find theirs. */
export interface SigningKey {
  kid: string;
  key: KeyObject;
}

/** The key of a secret that writer and reader of a token share; its id tells nothing of it. */
export const sharedKeyOf = (secret: string): SigningKey => {
  const key = createSecretKey(secret, 'utf8');
  return { kid: createHmac('sha256', key).update('kid').digest('base64url').slice(0, 12), key };
};

/** The one algorithm of a key, if tokens of this kind may be signed by it. */
const algorithmOf = (kind: TokenKind, key: KeyObject): Algorithm | undefined => {
  const ofPair = key.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256';
  const algorithm = key.type === 'secret' ? 'HS256' : ofPair;
  return kind.algorithms.includes(algorithm) ? algorithm : undefined;
};

/**
 * Signs claims as a JWT of the given kind, good for `lifetimeSeconds`.
 * @throws {TypeError} when no token of this kind may be signed by such a key
 */
export const signToken = (
  kind: TokenKind,
  { kid, key }: SigningKey,
  claims: Record<string, unknown>,
  lifetimeSeconds: number,
): string => {
  const algorithm = algorithmOf(kind, key);
  if (!algorithm) throw new TypeError(`${key.asymmetricKeyType ?? 'a secret'} signs no ${kind.audience}`);
  return jwt.sign(claims, key, {
    algorithm,
    audience: kind.audience,
    issuer: ISSUER,
    keyid: kid,
    expiresIn: lifetimeSeconds,
  });
};

/**
 * Claims of a token that one of the keys signed and that has not expired; undefined for anything else.
 * The algorithm is the key's alone, whatever the token's header says (RFC 8725, 3.1).
 * @param options ignoreExpiration: also of one that has expired, where it opens nothing
 */
export const verifyToken = <Claims extends z.ZodMiniType>(
  kind: TokenKind,
  keys: Map<string, KeyObject>,
  claims: Claims,
  token: string,
  { ignoreExpiration = false }: { ignoreExpiration?: boolean } = {},
): z.output<Claims> | undefined => {
  let payload: unknown;
  try {
    jwt.verify(
      token,
      // Asked for and answered at once; so a token is read once for both its header and its claims.
      ({ kid = '', alg }, answer) => {
        const key = keys.get(kid);
        const algorithm = key && algorithmOf(kind, key);
        if (algorithm !== undefined && alg === algorithm) answer(null, key);
        else answer(new Error('no such key'));
      },
      { algorithms: [...kind.algorithms], audience: kind.audience, issuer: ISSUER, ignoreExpiration },
      (_error, verified) => {
        payload = verified;
      },
    );
  } catch {
    return undefined;
  }
  return claims.safeParse(payload).data;
};
