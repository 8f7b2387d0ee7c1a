import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { runInThisContext } from 'node:vm';
import { IDBFactory } from 'fake-indexeddb';

export const simulateSecureContext = (): void => {
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value: webcrypto });
  globalThis.structuredClone = runInThisContext('structuredClone') as typeof structuredClone;
  globalThis.indexedDB = new IDBFactory();
};

export const simulateInsecureContext = (): void => {
  Object.defineProperty(globalThis, 'crypto', {
    configurable: true,
    value: { getRandomValues: (array: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(array) },
  });
};
