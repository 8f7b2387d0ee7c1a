import { ApiError } from './api-error.ts';
import { DeviceKeyError } from './device-key.ts';

/**
 * `refused`: a retry is pointless; `signed-out`: the renewal of the access token was rejected, so the person
 * must sign in again; `busy`: the server cannot answer now; retry, but not before `retryAfterSeconds`;
 * `unreachable`: the server did not answer, though a proxy may have; `incompatible`: the page is outdated and
 * cannot parse the answer, so only a reload helps.
 */
export interface Failure {
  kind: 'refused' | 'signed-out' | 'busy' | 'unreachable' | 'incompatible';
  retryAfterSeconds?: number;
}

/**
 * Codes of 429 after too many wrong secrets, which count as refusals. Other 429 responses mean too many
 * requests.
 */
const LOCKED = new Set([
  'sign_in_locked',
  'pin_locked',
  'second_factor_locked',
  'too_many_codes',
  'too_many_keys',
  'too_many_places',
]);
/** Codes for an expired or unverifiable token; the renewal determines whether the sign-in is over. */
const NO_VALID_TOKEN = new Set(['', 'not_signed_in']);

/** Statuses of proxies that depend only on the size of the request. */
const TOO_LARGE = new Set([413, 414, 431]);

/**
 * The server's refusals have a code. A 403 or 404 without a code comes from a proxy and does not concern this
 * request.
 */
const isRefusal = ({ status, code }: ApiError): boolean => code !== '' || TOO_LARGE.has(status);

const isBusy = ({ status, code }: ApiError): boolean => {
  if (status === 429) return !LOCKED.has(code);
  if (status === 401) return NO_VALID_TOKEN.has(code);
  return status === 408 || status === 425 || status >= 500;
};

const kindOf = (error: unknown): Failure['kind'] => {
  if (error instanceof DeviceKeyError) return 'refused';
  // Other errors are not answers from the server: the connection broke, the caller's time-out passed, or a
  // captive portal answered.
  if (!(error instanceof ApiError) || error.status === 0) return 'unreachable';
  if (error.trouble === 'incompatible') return 'incompatible';
  if (error.signedOut) return 'signed-out';
  if (isBusy(error)) return 'busy';
  return isRefusal(error) ? 'refused' : 'unreachable';
};

export const classifyFailure = (error: unknown): Failure => {
  const kind = kindOf(error);
  // Ignores the wait that a proxy requests, because it may be arbitrarily long. Errors from proxies have no
  // code.
  const seconds = error instanceof ApiError && error.code !== '' ? error.retryAfterSeconds : undefined;
  return { kind, ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) };
};

/** Error codes of a renewal after which the user is signed out. */
const SIGN_IN_OVER = new Set(['signed_out', 'suspended']);

/** A proxy's 401 or 403 does not end the sign-in. */
export const endsSignIn = (renewalError: unknown): renewalError is ApiError =>
  renewalError instanceof ApiError &&
  [401, 403].includes(renewalError.status) &&
  SIGN_IN_OVER.has(renewalError.code);

export const isIncompatible = (error: unknown): boolean => classifyFailure(error).kind === 'incompatible';

export const isTransient = (error: unknown): boolean =>
  ['busy', 'unreachable'].includes(classifyFailure(error).kind);

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 20_000;
/** Delay for a busy server that sends no `Retry-After`. */
const BUSY_DELAY_MS = 3_000;
const SPREAD_MS = 2_000;
/** Maximum wait requested by a server; after a longer wait, users would think that the page is broken. */
const MAX_RETRY_AFTER_MS = 300_000;

/**
 * Milliseconds before the next attempt: doubled with each failure, randomized between half and whole so that
 * clients do not retry together, and never shorter than `Retry-After` (RFC 9110, 10.2.3). `random` is between
 * 0 and 1. `maxMs` limits only the client's own delay.
 */
export const retryDelay = (
  failure: Failure,
  failuresBefore: number,
  random = Math.random(),
  maxMs = MAX_DELAY_MS,
): number => {
  const whole = Math.min(maxMs, FIRST_DELAY_MS * 2 ** failuresBefore);
  const own = whole * (0.5 + random / 2);
  if (failure.kind !== 'busy') return own;
  const { retryAfterSeconds } = failure;
  const asked = retryAfterSeconds === undefined ? Math.min(BUSY_DELAY_MS, maxMs) : retryAfterSeconds * 1_000;
  return Math.max(own, Math.min(asked, MAX_RETRY_AFTER_MS) + random * SPREAD_MS);
};

export interface Retry {
  kind: 'busy' | 'unreachable';
  until: number;
}
