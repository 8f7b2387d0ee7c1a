/** @jest-environment node */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  DEVICE_SIGNATURE_HEADER,
  deviceKeySchema,
  routes,
  scanProofSchema,
  type DeviceKey,
} from '@qr-attendance/contracts';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { createApiClient } from '../src/api-client.ts';
import { DeviceKeyError, deviceKey, signScan } from '../src/device-key.ts';
import type * as Module from '../src/device-key.ts';
import { sendJson, startServer } from './support/server.ts';

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const isSignatureOf = async (key: DeviceKey, signature: string, text: string): Promise<boolean> => {
  const publicKey = await crypto.subtle.importKey('jwk', key, ECDSA, true, ['verify']);
  const bytes = Buffer.from(signature, 'base64url');
  return crypto.subtle.verify(ECDSA, publicKey, bytes, new TextEncoder().encode(text));
};
const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => void jest.restoreAllMocks());

describe('a device key', () => {
  test('is created once, and its signatures are verified by the public key', async () => {
    const { publicKey } = await deviceKey();
    expect(deviceKeySchema.parse(publicKey)).toEqual(publicKey);
    const again = await deviceKey();
    expect(again.publicKey).toEqual(publicKey);
    const signature = await again.sign('{"name":"Zoë"}');
    expect(Buffer.from(signature, 'base64url')).toHaveLength(64);
    expect(signature).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await isSignatureOf(publicKey, signature, '{"name":"Zoë"}')).toBe(true);
    expect(await isSignatureOf(publicKey, signature, '{"name":"Zoe"}')).toBe(false);
    globalThis.indexedDB = new IDBFactory();
    const other = await deviceKey();
    expect(await isSignatureOf(other.publicKey, signature, '{"name":"Zoë"}')).toBe(false);
  });

  test('signs a scanned code as typed, with the time and a nonce', async () => {
    const { publicKey } = await deviceKey();
    const nonces = new Set<string>();
    for (const code of ['k7m2-9qxb', 'Größe ✓']) {
      const [text = '', signature = ''] = (await signScan(code))?.split('.') ?? [];
      const proof = scanProofSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
      expect(proof).toMatchObject({ code, deviceKey: publicKey });
      expect(Math.abs(Date.parse(proof.at) - Date.now())).toBeLessThan(60_000);
      expect(await isSignatureOf(publicKey, signature, text)).toBe(true);
      nonces.add(proof.nonce);
    }
    expect(nonces.size).toBe(2);
  });

  test('does not sign a scan if it is unavailable', async () => {
    jest.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto);
    expect(await signScan('K7M29QXB')).toBeUndefined();
  });

  test('cannot be exported', async () => {
    await deviceKey();
    const database = await openDB('device-key');
    const { privateKey } = (await database.get('keys', 'own')) as { privateKey: CryptoKey };
    database.close();
    expect(privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow();
  });

  test('is created only once by concurrent tabs', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => deviceKey()));
    const kept = await deviceKey();
    for (const { publicKey, sign } of keys) {
      expect(publicKey).toEqual(kept.publicKey);
      expect(await isSignatureOf(kept.publicKey, await sign('mark'), 'mark')).toBe(true);
    }
  });

  test('throws a clear error on an insecure page or without storage', async () => {
    jest.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto);
    expect(await failure(deviceKey())).toMatchObject({ name: 'DeviceKeyError', code: 'insecure' });
    jest.restoreAllMocks();
    Object.assign(globalThis, { indexedDB: undefined });
    expect(await failure(deviceKey())).toMatchObject({ name: 'DeviceKeyError', code: 'storage' });
  });

  test('throws an error that a remote with another copy of the class recognizes', async () => {
    let copy: typeof Module | undefined;
    await jest.isolateModulesAsync(async () => {
      copy = await import('../src/device-key.ts');
    });
    expect(copy?.DeviceKeyError).not.toBe(DeviceKeyError);
    expect(new DeviceKeyError('insecure') instanceof (copy?.DeviceKeyError ?? Date)).toBe(true);
    expect(new Error('something else') instanceof DeviceKeyError).toBe(false);
  });
});

describe('a signed call', () => {
  const call = async (signed: boolean) => {
    const received = { signature: '', body: '' };
    const server = await startServer(async (request, response) => {
      received.signature = String(request.headers[DEVICE_SIGNATURE_HEADER] ?? '');
      for await (const chunk of request) received.body += String(chunk);
      sendJson(response, 200, { hasPin: true });
    });
    const api = createApiClient({
      baseUrl: server.url,
      getToken: () => 'good',
      renew: async () => undefined,
    });
    await api.call(routes.auth.setPin, { body: { pin: '2468' }, signed });
    await server.stop();
    return received;
  };

  test('sends the signature of its exact body', async () => {
    const { signature, body } = await call(true);
    const { publicKey } = await deviceKey();
    expect(body).toBe('{"pin":"2468"}');
    expect(await isSignatureOf(publicKey, signature, body)).toBe(true);
  });

  test('is signed only on request', async () => {
    expect((await call(false)).signature).toBe('');
  });
});
