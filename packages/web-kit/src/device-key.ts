import type { DeviceKey, ScanProof } from '@qr-attendance/contracts';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { withStorageTimeout } from './storage-timeout.ts';

// Imports no large packages, because the early script includes this file.
const KEY_DATABASE = 'device-key';
const KEY_STORE = 'keys';
const OWN = 'own';
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/**
 * `insecure`: the page is not https; `storage`: the browser cannot store data, for example in a private
 * window.
 */
export type DeviceKeyFailure = 'insecure' | 'storage';
const BRAND = Symbol.for('qr-attendance.DeviceKeyError');

export class DeviceKeyError extends Error {
  /** A brand identifies instances across copies of the class, like in ApiError. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
  readonly [BRAND] = true;
  override name = 'DeviceKeyError';
  readonly code: DeviceKeyFailure;
  constructor(code: DeviceKeyFailure, options?: ErrorOptions) {
    const why = code === 'insecure' ? 'the page is no secure context' : 'the browser keeps no keys';
    super(`No device key: ${why}`, options);
    this.code = code;
  }
}

/** The browser's key pair. The private key cannot be exported. */
export interface BrowserKeyPair {
  publicKey: DeviceKey;
  /** Returns the signature of the text's UTF-8 bytes for the header `X-Device-Signature`. */
  sign: (text: string) => Promise<string>;
}

interface StoredKey {
  publicKey: DeviceKey;
  privateKey: CryptoKey;
}
interface Schema extends DBSchema {
  [KEY_STORE]: { key: typeof OWN; value: StoredKey };
}

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(KEY_DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore(KEY_STORE);
    },
  });

const createKey = async (): Promise<StoredKey> => {
  const pair = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { publicKey: { kty: 'EC', crv: 'P-256', x, y }, privateKey: pair.privateKey };
};

/** If two tabs create a key at the same time, the first write wins, and both use that key. */
const loadOrCreateKey = async (): Promise<StoredKey> => {
  const database = await open();
  try {
    const kept = await database.get(KEY_STORE, OWN);
    if (kept) return kept;
    const made = await createKey();
    const { store, done } = database.transaction(KEY_STORE, 'readwrite');
    const first = await store.get(OWN);
    if (!first) await store.add(made, OWN);
    await done;
    return first ?? made;
  } finally {
    database.close();
  }
};

const toBase64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const signText = async ({ privateKey }: StoredKey, text: string): Promise<string> =>
  toBase64url(await crypto.subtle.sign(ECDSA, privateKey, new TextEncoder().encode(text)));

/** Returns the key of the browser profile, which all users of the profile share. Throws DeviceKeyError. */
export const deviceKey = async (): Promise<BrowserKeyPair> => {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) throw new DeviceKeyError('insecure');
  const key = await withStorageTimeout(loadOrCreateKey()).catch((cause: unknown) => {
    throw new DeviceKeyError('storage', { cause });
  });
  return {
    publicKey: key.publicKey,
    sign: (text) => signText(key, text),
  };
};

export const deviceKeyIfAny = async (): Promise<BrowserKeyPair | undefined> => {
  try {
    return await deviceKey();
  } catch (error) {
    if (error instanceof DeviceKeyError) return undefined;
    throw error;
  }
};

/** The fields signed with every scan: a new nonce and the browser's time. */
export const scanMoment = (): Pick<ScanProof, 'nonce' | 'at'> => ({
  nonce: crypto.randomUUID(),
  at: new Date().toISOString(),
});

/**
 * Returns the header `X-Scan-Proof` for a code: proof and signature as base64url, separated by a dot.
 * Undefined without a device key.
 */
export const signScan = async (code: string): Promise<string | undefined> => {
  const key = await deviceKeyIfAny();
  if (!key) return undefined;
  const proof: ScanProof = { code, ...scanMoment(), deviceKey: key.publicKey };
  const text = toBase64url(new TextEncoder().encode(JSON.stringify(proof)));
  return `${text}.${await key.sign(text)}`;
};
