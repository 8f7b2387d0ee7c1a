import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod/mini';
import { readPublicKeys } from '../src/identity/json-web-keys.ts';
import {
  ACCESS_TOKEN,
  ISSUER,
  SCAN,
  sharedKeyOf,
  signToken,
  TICKET,
  type SigningKey,
  type TokenKind,
  verifyToken,
} from '../src/identity/signed-tokens.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const [p256, otherP256] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey) as [
  KeyObject,
  KeyObject,
];
const secret = sharedKeyOf('a secret of two services, 32 long');
const claims = z.object({ sub: z.string() });

const sign = (kind: TokenKind, key: KeyObject) => signToken(kind, { kid: 'one', key }, { sub: 'grace' }, 60);
const verify = (kind: TokenKind, key: KeyObject, token: string) =>
  verifyToken(kind, new Map([['one', createPublicKey(key)]]), claims, token);
const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { alg: string };

describe('an access token', () => {
  it('is signed by a P-256 key and verified by it', () => {
    const token = sign(ACCESS_TOKEN, p256);
    expect(headerOf(token).alg).toBe('ES256');
    expect(verify(ACCESS_TOKEN, p256, token)).toEqual({ sub: 'grace' });
  });

  it('is rejected by another key with the same ID', () => {
    expect(verify(ACCESS_TOKEN, p256, sign(ACCESS_TOKEN, otherP256))).toBeUndefined();
  });
});

describe('a ticket', () => {
  it('cannot be signed by a key pair', () => {
    expect(() => sign(TICKET, p256)).toThrow(TypeError);
  });

  it('is verified with the shared secret only', () => {
    const [own, other] = [secret, sharedKeyOf('x'.repeat(32))];
    const token = signToken(TICKET, own, { sub: 'grace' }, 60);
    const read = (kid: string, key: KeyObject) => verifyToken(TICKET, new Map([[kid, key]]), claims, token);
    expect(headerOf(token).alg).toBe('HS256');
    expect(read(own.kid, own.key)).toEqual({ sub: 'grace' });
    expect(read(other.kid, other.key)).toBeUndefined();
    expect(read(own.kid, other.key)).toBeUndefined();
    expect(read(own.kid, createPublicKey(p256))).toBeUndefined();
  });

  it('is rejected if a public key was used as its secret', () => {
    const publicKey = createPublicKey(p256);
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const forged = signToken(TICKET, { kid: 'one', key: sharedKeyOf(pem).key }, { sub: 'grace' }, 60);
    expect(verify(TICKET, p256, forged)).toBeUndefined();
  });

  it('is signed by a secret, unlike access tokens and scans', () => {
    for (const kind of [ACCESS_TOKEN, SCAN])
      expect(() => signToken(kind, secret, { sub: 'grace' }, 60)).toThrow(TypeError);
  });
});

describe('keys from the configuration', () => {
  const read = (key: KeyObject) =>
    readPublicKeys('KEYS', JSON.stringify({ keys: [{ ...key.export({ format: 'jwk' }), kid: 'one' }] }));

  it('are P-256 keys', () => {
    expect([...read(createPublicKey(p256)).keys()]).toEqual(['one']);
  });

  it.each([
    ['Ed25519', generateKeyPairSync('ed25519').publicKey],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey],
    ['RSA', createPublicKey(rsa)],
  ])('are rejected at startup, with the name of the setting, if they are %s', (_kind, key) =>
    expect(() => read(key)).toThrow(/KEYS is not a P-256 key/),
  );
});

describe('an invalid token', () => {
  const keys = new Map([['one', createPublicKey(p256)]]);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each([
    ['an empty text', ''],
    ['other text', 'a.b.c'],
    [
      'one without a signature',
      `${part({ alg: 'none', typ: 'JWT', kid: 'one' })}.${part({ sub: 'grace' })}.`,
    ],
    ['one that names no key', `${part({ alg: 'ES256', typ: 'JWT' })}.${part({ sub: 'grace' })}.c2ln`],
    ['one without claims', `${part({ alg: 'ES256', typ: 'JWT', kid: 'one' })}.${part(null)}.c2ln`],
  ])('has no claims: %s', (_what, token) =>
    expect(verifyToken(ACCESS_TOKEN, keys, claims, token)).toBeUndefined(),
  );

  it('has no claims even with a valid signature', () => {
    const { key } = secret;
    const input = `${part({ alg: 'HS256', typ: 'JWT', kid: 'one' })}.${part(null)}`;
    const signature = createHmac('sha256', key).update(input).digest('base64url');
    expect(verifyToken(TICKET, new Map([['one', key]]), claims, `${input}.${signature}`)).toBeUndefined();
  });
});

describe('tokens of another library', () => {
  const publicKey = createPublicKey(p256);
  const kinds: [TokenKind, SigningKey, KeyObject][] = [
    [ACCESS_TOKEN, { kid: 'one', key: p256 }, publicKey],
    [TICKET, secret, secret.key],
  ];
  const jwtOf = (kind: TokenKind, kid: string) =>
    new SignJWT({ sub: 'grace' })
      .setProtectedHeader({ alg: kind.algorithm, typ: 'JWT', kid })
      .setIssuer(ISSUER)
      .setAudience(kind.audience)
      .setIssuedAt()
      .setExpirationTime('1 minute');
  const now = () => Math.floor(Date.now() / 1_000);

  it.each(kinds)('are read, and it reads ours (%j)', async (kind, { kid, key }, verifying) => {
    const keys = new Map([[kid, verifying]]);
    const lifetime = now();
    const ours = signToken(kind, { kid, key }, { sub: 'grace', iat: 1_000 }, lifetime);
    const { payload, protectedHeader } = await jwtVerify(ours, verifying, {
      issuer: ISSUER,
      audience: kind.audience,
    });
    const iat = 1_000;
    expect(payload).toEqual({ sub: 'grace', iat, exp: iat + lifetime, iss: ISSUER, aud: kind.audience });
    expect(protectedHeader).toEqual({ alg: kind.algorithm, typ: 'JWT', kid });
    expect(verifyToken(kind, keys, claims, await jwtOf(kind, kid).sign(key))).toEqual({ sub: 'grace' });
  });

  type Jwt = ReturnType<typeof jwtOf>;
  it.each<[string, (jwt: Jwt) => Jwt]>([
    ['of another issuer', (jwt) => jwt.setIssuer('other')],
    ['for another audience', (jwt) => jwt.setAudience(SCAN.audience)],
    ['that have expired', (jwt) => jwt.setExpirationTime(now())],
  ])('are rejected if they are those %s', async (_why, change) => {
    for (const [kind, { kid, key }, verifying] of kinds) {
      const token = await change(jwtOf(kind, kid)).sign(key);
      expect(verifyToken(kind, new Map([[kid, verifying]]), claims, token)).toBeUndefined();
    }
  });

  it('are read after they have expired, if the caller allows it', async () => {
    const token = await jwtOf(ACCESS_TOKEN, 'one')
      .setExpirationTime(now() - 60)
      .sign(p256);
    const keys = new Map([['one', publicKey]]);
    expect(verifyToken(ACCESS_TOKEN, keys, claims, token, { ignoreExpiration: true })).toEqual({
      sub: 'grace',
    });
  });

  it('are rejected if any character of them is changed, missing or repeated', () => {
    for (const [kind, { kid, key }, verifying] of kinds) {
      const keys = new Map([[kid, verifying]]);
      const token = signToken(kind, { kid, key }, { sub: 'grace' }, 60);
      // The last character has bits that no byte contains.
      for (let at = 0; at < token.length - 1; at += 1) {
        const [before, character, after] = [token.slice(0, at), token[at], token.slice(at + 1)];
        const forged = [
          before + (character === 'A' ? 'B' : 'A') + after,
          before + after,
          before + character + character + after,
        ];
        for (const one of [...forged, `${before}.${token.slice(at)}`, `${before} ${token.slice(at)}`])
          if (one !== token) expect(verifyToken(kind, keys, claims, one)).toBeUndefined();
      }
    }
  });
});
