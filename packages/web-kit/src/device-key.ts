import type { DeviceKey } from '@qr-attendance/contracts';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { ECDSA, KEY_DATABASE, KEY_STORE, OWN, proveScan, signText, type KeptKey } from './scan-proof.ts';

/**
 * `insecure`: browsers sign only on secure (https) pages; `storage`: the browser stores nothing, as in some
 * private windows.
 */
export type DeviceKeyFailure = 'insecure' | 'storage';
const BRAND = Symbol.for('qr-attendance.DeviceKeyError');

export class DeviceKeyError extends Error {
  /** As in ApiError: the shell throws and remotes catch, and each has its own copy of this class. */
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

/** The private key cannot be read. */
export interface OwnKey {
  publicKey: DeviceKey;
  sign: (text: string) => Promise<string>;
}

interface Schema extends DBSchema {
  [KEY_STORE]: { key: typeof OWN; value: KeptKey };
}
/** A hanging storage must not delay a mark forever. */
const OPEN_WITHIN_MS = 5_000;

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(KEY_DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore(KEY_STORE);
    },
  });

const createKey = async (): Promise<KeptKey> => {
  const pair = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { publicKey: { kty: 'EC', crv: 'P-256', x, y }, privateKey: pair.privateKey };
};

/** If two tabs create a key at the same time, the first write wins, and both use that key. */
const keptOrMade = async (): Promise<KeptKey> => {
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

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
    void work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });

/**
 * One key per browser profile, whoever is signed in: ECDSA on P-256, created at first use and kept in
 * IndexedDB as a CryptoKey that cannot be exported. Source: Web Cryptography API.
 * @throws DeviceKeyError if the browser cannot have a key
 */
export const deviceKey = async (): Promise<OwnKey> => {
  // Browsers hide it from insecure pages, although the type is not optional.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) throw new DeviceKeyError('insecure');
  const key = await within(OPEN_WITHIN_MS, keptOrMade()).catch((cause: unknown) => {
    throw new DeviceKeyError('storage', { cause });
  });
  return {
    publicKey: key.publicKey,
    sign: (text) => signText(key, text),
  };
};

/** Undefined if the browser cannot have a key. */
export const deviceKeyIfAny = async (): Promise<OwnKey | undefined> => {
  try {
    return await deviceKey();
  } catch (error) {
    if (error instanceof DeviceKeyError) return undefined;
    throw error;
  }
};

/** @returns the header `X-Scan-Proof` for a code; undefined if this browser cannot have a key */
export const signScan = async (code: string): Promise<string | undefined> => {
  const key = await deviceKeyIfAny();
  return key && proveScan(code, key.publicKey, key.sign);
};
