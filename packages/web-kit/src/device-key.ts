import type { DeviceKey } from '@qr-attendance/contracts';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { ECDSA, KEY_DATABASE, KEY_STORE, OWN, proveScan, signText, type KeptKey } from './scan-proof.ts';

/** `insecure`: browsers sign only on secure (https) pages; `storage`: this one keeps nothing, as some private windows do. */
export type DeviceKeyFailure = 'insecure' | 'storage';
const BRAND = Symbol.for('qr-attendance.DeviceKeyError');

/** This browser can have no key of its own. */
export class DeviceKeyError extends Error {
  /** As ApiError: the shell throws, remotes catch, and each has its own copy of this class. */
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

/** This browser's own key: its public half to name it, and signing by the private half, which nobody can read. */
export interface OwnKey {
  publicKey: DeviceKey;
  /** @returns the signature of the text's UTF-8 bytes, for the header `X-Device-Signature` */
  sign: (text: string) => Promise<string>;
}

interface Schema extends DBSchema {
  [KEY_STORE]: { key: typeof OWN; value: KeptKey };
}
/** A storage that hangs must not hold a mark up for good. */
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
 * The key of this browser (one a profile, whoever is signed in): ECDSA on P-256, made at first use and kept in IndexedDB
 * as a CryptoKey that cannot be exported. Source: Web Cryptography API.
 * @throws DeviceKeyError where there can be none
 */
export const deviceKey = async (): Promise<OwnKey> => {
  // Typed as always there, but browsers hide it from pages that are not served securely.
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

/** The same; undefined where there can be none. */
export const deviceKeyIfAny = async (): Promise<OwnKey | undefined> => {
  try {
    return await deviceKey();
  } catch (error) {
    if (error instanceof DeviceKeyError) return undefined;
    throw error;
  }
};

/** @returns the header `X-Scan-Proof` for a code; undefined where this browser can have no key */
export const signScan = async (code: string): Promise<string | undefined> => {
  const key = await deviceKeyIfAny();
  return key && proveScan(code, key.publicKey, key.sign);
};
