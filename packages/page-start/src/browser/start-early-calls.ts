import { signScan } from '@qr-attendance/web-kit/device-key';
import { startEarlyTrace } from '@qr-attendance/web-kit/trace-parent';
import { isCachedScan } from '@qr-attendance/web-kit/cached-scan-key';
import { codeOfPath } from '@qr-attendance/web-kit/code-of-path';
import type { Shell } from './shell.ts';
import type { EarlyAnswer, EarlyCalls } from './take-early-answer.ts';

const ME = 'get /api/auth/me';
const REFRESH = 'post /api/auth/refresh';

/** A reload must not verify the same code again: it may have expired, and the server counts wrong codes. */
const isNewScan = (code: string, { isWaitingScan }: Pick<Shell, 'isWaitingScan'>): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const storedKeys = Object.keys(sessionStorage);
  return (
    navigation?.type === 'navigate' &&
    !storedKeys.some((key) => isCachedScan(key, code) || isWaitingScan(key, code))
  );
};

/**
 * Returns the header that proves a new scan; undefined if the app verifies the code. Signing starts while the
 * page is painted, because each step would otherwise wait for an app script to run.
 */
export const signIfNewScan = async (
  path: string,
  shell: Pick<Shell, 'isWaitingScan'>,
): Promise<string | undefined> => {
  const code = codeOfPath(path);
  return code !== undefined && isNewScan(code, shell) ? signScan(code) : undefined;
};

interface EarlyVisit {
  path: string;
  language: string;
  /** The header that proves a new scan of the path's code. */
  proving: Promise<string | undefined>;
}

/**
 * Starts the calls that every signed-in page needs before the app's scripts have loaded: renewing an expired
 * token, fetching the user, and verifying a scanned code.
 */
export const startEarlyCalls = ({ path, language, proving }: EarlyVisit, shell: Shell): void => {
  const stored = shell.token();
  if (stored === undefined) return;
  const traceParent = startEarlyTrace();
  const send = async (address: string, { headers, ...init }: RequestInit): Promise<Response> =>
    fetch(address, {
      ...init,
      headers: {
        'x-requested-with': 'qr-attendance',
        'accept-language': language,
        traceparent: traceParent(),
        ...headers,
      },
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
    const renewing = shell.renew(stored, request);
    // The app handles the refused renewal and schedules the next attempt.
    calls[REFRESH] = renewing.then(never, () => refusal);
    return renewing;
  };
  const expiresAt = shell.expiryOf(stored) ?? Infinity;
  const ready = expiresAt > Date.now() ? Promise.resolve(stored) : renew();
  calls[ME] = ready.then((token) => (token ? askAs(token, '/api/auth/me') : undefined)).catch(never);
  const code = codeOfPath(path);
  if (code !== undefined) {
    const address = `/api/sessions/verify/${encodeURIComponent(code)}`;
    calls[`get ${address}`] = Promise.all([ready, proving])
      .then(([token, proof]) =>
        token && proof ? askAs(token, address, { 'x-scan-proof': proof }) : undefined,
      )
      .catch(never);
  }
  globalThis.earlyCalls = calls;
};
