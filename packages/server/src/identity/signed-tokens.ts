import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { z } from 'zod/mini';

type Algorithm = 'ES256' | 'HS256';
/** The audience distinguishes kinds of tokens, so a ticket is never accepted as an access token. */
export interface TokenKind {
  algorithm: Algorithm;
  audience: string;
}
export const ISSUER = 'qr-attendance';
export const ACCESS_TOKEN: TokenKind = { algorithm: 'ES256', audience: 'qr-attendance-api' };
export const SCAN: TokenKind = { algorithm: 'ES256', audience: 'qr-attendance-scan' };
/** The service that writes tickets and the one that reads them share a secret. */
export const TICKET: TokenKind = { algorithm: 'HS256', audience: 'qr-attendance-ticket' };

export interface SigningKey {
  kid: string;
  key: KeyObject;
}

export const sharedKeyOf = (secret: string): SigningKey => {
  const key = createSecretKey(secret, 'utf8');
  return { kid: createHmac('sha256', key).update('kid').digest('base64url').slice(0, 12), key };
};

const canSign = ({ algorithm }: TokenKind, key: KeyObject): boolean =>
  (key.type === 'secret') === (algorithm === 'HS256');

/** @throws {TypeError} if the key cannot sign tokens of this kind */
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
 * @returns undefined if the token is invalid or has expired. The key alone determines the algorithm, whatever
 * the token's header says (RFC 8725, 3.1).
 * @param options `ignoreExpiration` also reads expired tokens
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
      // The callback runs synchronously, so a token is parsed once for both its header and its claims.
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
