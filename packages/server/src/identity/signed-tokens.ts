import { createHmac, createSecretKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
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

const hmac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const P1363 = { dsaEncoding: 'ieee-p1363' } as const;
const SIGNATURES: Record<
  Algorithm,
  {
    create: (key: KeyObject, text: string) => Buffer;
    verify: (key: KeyObject, text: string, signature: Buffer) => boolean;
  }
> = {
  ES256: {
    create: (key, text) => sign('sha256', Buffer.from(text), { key, ...P1363 }),
    verify: (key, text, signature) => verify('sha256', Buffer.from(text), { key, ...P1363 }, signature),
  },
  HS256: {
    create: hmac,
    verify: (key, text, signature) => {
      const expected = hmac(key, text);
      return expected.length === signature.length && timingSafeEqual(expected, signature);
    },
  },
};

const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Signs a JSON Web Token. Verification and signing use `node:crypto` directly, because `jsonwebtoken` adds half
 * of the time of an ES256 signature; tests compare them with `jose`.
 * @throws {TypeError} if the key cannot sign tokens of this kind
 */
export const signToken = (
  kind: TokenKind,
  { kid, key }: SigningKey,
  claims: Record<string, unknown>,
  lifetimeSeconds: number,
): string => {
  if (!canSign(kind, key))
    throw new TypeError(`${key.asymmetricKeyType ?? 'a secret'} signs no ${kind.audience}`);
  const { algorithm: alg, audience: aud } = kind;
  const iat = typeof claims['iat'] === 'number' ? claims['iat'] : nowInSeconds();
  const payload = { ...claims, iat, exp: iat + lifetimeSeconds, aud, iss: ISSUER };
  const text = `${encode({ alg, typ: 'JWT', kid })}.${encode(payload)}`;
  return `${text}.${SIGNATURES[alg].create(key, text).toString('base64url')}`;
};

/** Compact form of a JSON Web Signature. Source: RFC 7515, 3.1. */
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** @throws {SyntaxError} if the part is not JSON */
const decode = (part: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
};

/** @returns the payload if its signature is right */
const readSigned = (
  kind: TokenKind,
  keys: Map<string, KeyObject>,
  token: string,
): Record<string, unknown> | undefined => {
  const [, header = '', payload = '', signature = ''] = COMPACT.exec(token) ?? [];
  if (signature === '') return undefined;
  try {
    const { alg, kid } = decode(header);
    const key = typeof kid === 'string' ? keys.get(kid) : undefined;
    if (!key || alg !== kind.algorithm || !canSign(kind, key)) return undefined;
    const text = `${header}.${payload}`;
    const isRight = SIGNATURES[kind.algorithm].verify(key, text, Buffer.from(signature, 'base64url'));
    return isRight ? decode(payload) : undefined;
  } catch {
    return undefined;
  }
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
  const payload = readSigned(kind, keys, token);
  if (!payload || payload['iss'] !== ISSUER || payload['aud'] !== kind.audience) return undefined;
  const { exp } = payload;
  if (typeof exp !== 'number' || (!ignoreExpiration && nowInSeconds() >= exp)) return undefined;
  return claims.safeParse(payload).data;
};
