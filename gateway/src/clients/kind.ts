/**
 * Kinds of requests with reserved capacity, which a flood of other requests cannot use up, and event streams, which
 * stay open.
 */
export type RequestKind = 'scan' | 'mark' | 'renewal' | 'sign_in' | 'stream';

const SIGN_IN = new Set([
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/sign-in-link',
  '/api/auth/sign-in-link/redeem',
  '/api/auth/sign-in/second-factor',
  '/api/auth/sign-in/second-factor/setup',
  '/api/auth/sign-in/second-factor/activation',
]);
const SCAN = new Set(['/api/sessions/scans', '/api/sessions/scans/redeem', '/api/sessions/scans/live']);
const MARK = new Set([
  '/api/attendance',
  '/api/attendance/location-check',
  '/api/attendance/passkey-challenge',
  '/api/attendance/presence-check',
  '/api/attendance/selfie-prompt',
]);
/** The start of a sign-in at an identity provider, and the callback to which the provider redirects. */
const PROVIDER_SIGN_IN = /^\/api\/auth\/oidc\/[^/]+\/(start|callback)$/;
const VERIFY = /^\/api\/sessions\/verify\/[^/]+$/;

export const kindOf = (method: string, path: string): RequestKind | undefined => {
  if (method === 'POST') {
    if (path === '/api/auth/refresh') return 'renewal';
    if (MARK.has(path)) return 'mark';
    if (SCAN.has(path)) return 'scan';
    return SIGN_IN.has(path) ? 'sign_in' : undefined;
  }
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === '/api/attendance/live') return 'stream';
  if (PROVIDER_SIGN_IN.test(path)) return 'sign_in';
  return VERIFY.test(path) ? 'scan' : undefined;
};
