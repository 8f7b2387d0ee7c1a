import {
  KEY_DATABASE,
  KEY_STORE,
  OWN,
  proveScan,
  signText,
  type KeptKey,
} from '@qr-attendance/web-kit/scan-proof';
import { isCachedScan } from '@qr-attendance/web-kit/cached-scan-key';
import { lifetimeOf } from '../identity/token-lifetime.ts';
import { renewOnce } from '../identity/renew-once.ts';
import { tokenStore } from '../identity/token-store.ts';
import { scannedCodeOf, waitingScanKey } from '../scan/scanned-code.ts';
import type { EarlyAnswer, EarlyCalls } from './take-early-answer.ts';

const ME = 'get /api/auth/me';
const REFRESH = 'post /api/auth/refresh';

/** A storage that hangs must not hold the verification up: the app sees to it then. */
const KEY_WITHIN_MS = 1_000;

/** This browser's own key, if the app has made one and the storage answers in time. */
const readOwnKey = (): Promise<KeptKey | undefined> =>
  new Promise((resolve) => {
    const none = () => resolve(undefined);
    setTimeout(none, KEY_WITHIN_MS);
    const opening = indexedDB.open(KEY_DATABASE);
    // There is no such database: to make it is the app's.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = none;
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction(KEY_STORE).objectStore(KEY_STORE).get(OWN);
      reading.onerror = none;
      reading.onsuccess = () => resolve(reading.result as KeptKey | undefined);
      database.close();
    };
  });

/**
 * Whether the app will have a code verified that it finds in the address. Not one that this tab has exchanged for a
 * ticket before: by now it may be a wrong code, and those are counted.
 */
const isNewScan = (code: string): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const kept = Object.keys(sessionStorage);
  return (
    navigation?.type === 'navigate' &&
    !kept.some((key) => isCachedScan(key, code)) &&
    !kept.includes(waitingScanKey(code))
  );
};

/** The header that proves a scan; undefined where that is left to the app. */
const proveIfNew = async (code: string): Promise<string | undefined> => {
  const key = isNewScan(code) ? await readOwnKey() : undefined;
  return key && proveScan(code, key.publicKey, (text) => signText(key, text));
};

/**
 * Asks for what each page of somebody signed in needs, before the app's scripts are there: a new token in the place of an
 * expired one, who is signed in, and the verification of a scanned code.
 */
export const startEarlyCalls = ({ path, language }: { path: string; language: string }): void => {
  const stored = tokenStore.get();
  if (stored === undefined) return;
  const ask = async (address: string, { headers, ...init }: RequestInit): Promise<Response> =>
    fetch(address, {
      ...init,
      headers: { 'x-requested-with': 'qr-attendance', 'accept-language': language, ...headers },
      credentials: 'same-origin',
      cache: 'no-store',
    });
  const askAs = async (token: string, address: string, more: Record<string, string> = {}) => {
    const response = await ask(address, { headers: { authorization: `Bearer ${token}`, ...more } });
    return { response, token, at: Date.now() };
  };

  const calls: EarlyCalls = {};
  const never = () => undefined;
  const renew = async (): Promise<string | undefined> => {
    let refusal: EarlyAnswer | undefined;
    const request = async (signal: AbortSignal) => {
      const response = await ask('/api/auth/refresh', { method: 'POST', signal });
      if (response.ok) return ((await response.json()) as { token: string }).token;
      refusal = { response, token: stored, at: Date.now() };
      throw new Error('refused');
    };
    const renewing = renewOnce(stored, { request, store: tokenStore });
    // The app deals with it, and knows when to try again.
    calls[REFRESH] = renewing.then(never, () => refusal);
    return renewing;
  };
  const expiresAt = lifetimeOf(stored)?.expiresAt ?? Infinity;
  const ready = expiresAt > Date.now() ? Promise.resolve(stored) : renew();
  calls[ME] = ready.then((token) => (token ? askAs(token, '/api/auth/me') : undefined)).catch(never);
  const code = scannedCodeOf(path);
  if (code !== undefined) {
    const address = `/api/sessions/verify/${encodeURIComponent(code)}`;
    calls[`get ${address}`] = Promise.all([ready, proveIfNew(code)])
      .then(([token, proof]) =>
        token && proof ? askAs(token, address, { 'x-scan-proof': proof }) : undefined,
      )
      .catch(never);
  }
  globalThis.earlyCalls = calls;
};
