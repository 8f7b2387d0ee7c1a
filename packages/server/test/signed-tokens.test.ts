import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod/mini';
import { readPublicKeys } from '../src/identity/json-web-keys.ts';
import {
  ACCESS_TOKEN,
  SCAN,
  sharedKeyOf,
  signToken,
  TICKET,
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
