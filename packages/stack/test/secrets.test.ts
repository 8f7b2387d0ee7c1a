import { createPrivateKey, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createSecrets } from '../src/secrets.ts';

const read = (jwk: string): KeyObject =>
  createPrivateKey({ key: JSON.parse(jwk) as Record<string, string>, format: 'jwk' });

describe('the secrets of one machine', () => {
  it('have at least 128 bits each, and differ for each machine', () => {
    const secrets = createSecrets();
    for (const name of ['accessToken', 'ticket', 'receipt'] as const)
      expect(read(secrets[name].privateKey).asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    for (const name of [
      'postgresPassword',
      'mongoPassword',
      'internalToken',
      'pinPepper',
      'clientCookieSecret',
      'ticketSecret',
    ] as const)
      expect(Buffer.from(secrets[name], 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(createSecrets().pinPepper).not.toBe(secrets.pinPepper);
  });
});
