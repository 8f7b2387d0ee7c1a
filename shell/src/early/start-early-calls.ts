import {
  KEY_DATABASE,
  KEY_STORE,
  OWN,
  proveScan,
  signText,
  type StoredKey,
} from '@qr-attendance/web-kit/scan-proof';
import { isCachedScan } from '@qr-attendance/web-kit/cached-scan-key';
import { lifetimeOf } from '../identity/token-claims.ts';
import { renewOnce } from '../identity/renew-once.ts';
import { tokenStore } from '../identity/token-store.ts';
import { scannedCodeOf, waitingScanKey } from '../scan/scanned-code.ts';
import type { EarlyAnswer, EarlyCalls } from './take-early-answer.ts';

const ME = 'get /api/auth/me';
const REFRESH = 'post /api/auth/refresh';

/** Slow storage must not delay the verification, which the app then does itself. */
const KEY_TIMEOUT_MS = 1_000;

const readOwnKey = (): Promise<StoredKey | undefined> =>
  new Promise((resolve) => {
    const none = () => resolve(undefined);
    setTimeout(none, KEY_TIMEOUT_MS);
    const opening = indexedDB.open(KEY_DATABASE);
    // The database does not exist; the app creates it.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = none;
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction(KEY_STORE).objectStore(KEY_STORE).get(OWN);
      reading.onerror = none;
      reading.onsuccess = () => resolve(reading.result as StoredKey | undefined);
      database.close();
    };
  });

/** A code that this tab has exchanged may be wrong by now, and wrong codes are counted. */
const isNewScan = (code: string): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const storedKeys = Object.keys(sessionStorage);
  return (
    navigation?.type === 'navigate' &&
    !storedKeys.some((key) => isCachedScan(key, code)) &&
    !storedKeys.includes(waitingScanKey(code))
  );
};

/** The header that proves a scan; undefined if the app must do it. */
const proveIfNew = async (code: string): Promise<string | undefined> => {
  const key = isNewScan(code) ? await readOwnKey() : undefined;
  return key && proveScan(code, key.publicKey, (text) => signText(key, text));
};

/**
 * Starts the calls that every signed-in page needs before the app's scripts are loaded: renewing an expired
 * token, fetching the user, and verifying a scanned code.
 */
export const startEarlyCalls = ({ path, language }: { path: string; language: string }): void => {
  const stored = tokenStore.get();
  if (stored === undefined) return;
  const send = async (address: string, { headers, ...init }: RequestInit): Promise<Response> =>
    fetch(address, {
      ...init,
      headers: { 'x-requested-with': 'qr-attendance', 'accept-language': language, ...headers },
      credentials: 'same-origin',
      cache: 'no-store',
    });
  const askAs = async (token: string, address: string, more: Record<string, string> = {}) => {
    const response = await send(address, { headers: { authorization: `Bearer ${token}`, ...more } });
    return { response, token, at: Date.now() };
  };

  const calls: EarlyCalls = {};
  const never = () => undefined;
  const renew = async (): Promise<string | undefined> => {
    let refusal: EarlyAnswer | undefined;
    const request = async (signal: AbortSignal) => {
      const response = await send('/api/auth/refresh', { method: 'POST', signal });
      if (response.ok) return ((await response.json()) as { token: string }).token;
      refusal = { response, token: stored, at: Date.now() };
      throw new Error('refused');
    };
    const renewing = renewOnce(stored, { request, store: tokenStore });
    // The app handles the refusal and schedules the next attempt.
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
