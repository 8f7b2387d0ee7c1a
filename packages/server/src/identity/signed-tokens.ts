import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { z } from 'zod/mini';

type Algorithm = 'ES256' | 'HS256';
/** Distinguishes tokens, so that a ticket is never taken for an access token. */
export interface TokenKind {
  algorithm: Algorithm;
  audience: string;
}
export const ISSUER = 'qr-attendance';
export const ACCESS_TOKEN: TokenKind = { algorithm: 'ES256', audience: 'qr-attendance-api' };
/** A code redeemed before its scanner signed in. */
export const SCAN: TokenKind = { algorithm: 'ES256', audience: 'qr-attendance-scan' };
/** The two services that write and read tickets share a secret. */
export const TICKET: TokenKind = { algorithm: 'HS256', audience: 'qr-attendance-ticket' };

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

/** Whether a key may sign tokens of this kind: a secret signs by HS256, a P-256 key by ES256. */
const canSign = ({ algorithm }: TokenKind, key: KeyObject): boolean =>
  (key.type === 'secret') === (algorithm === 'HS256');

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
  if (!canSign(kind, key))
    throw new TypeError(`${key.asymmetricKeyType ?? 'a secret'} signs no ${kind.audience}`);
  return jwt.sign(claims, key, {
    algorithm: kind.algorithm,
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
        if (key && canSign(kind, key) && alg === kind.algorithm) answer(null, key);
        else answer(new Error('no such key'));
      },
      { algorithms: [kind.algorithm], audience: kind.audience, issuer: ISSUER, ignoreExpiration },
      (_error, verified) => {
        payload = verified;
      },
    );
  } catch {
    return undefined;
  }
  return claims.safeParse(payload).data;
};
