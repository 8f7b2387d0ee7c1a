import { ApiError } from './api-error.ts';
import { DeviceKeyError } from './device-key.ts';

/**
 * `refused`: a retry changes nothing; `signed-out`: the renewal of the access token was rejected, so the
 * person must sign in again; `busy`: the server cannot answer now; retry, but not before `retryAfterSeconds`;
 * `unreachable`: there was no answer from the server; `incompatible`: the server's answer does not fit this
 * page, which is outdated: only a reload helps.
 */
export interface Failure {
  kind: 'refused' | 'signed-out' | 'busy' | 'unreachable' | 'incompatible';
  retryAfterSeconds?: number;
}

/**
 * 429 answers that judge the input: too many wrong secrets. Any other 429 concerns the number of requests.
 */
const LOCKED = new Set([
  'sign_in_locked',
  'pin_locked',
  'too_many_codes',
  'too_many_keys',
  'too_many_places',
]);
/** Codes for an expired or invalid token; the renewal decides what that means. */
const NO_VALID_TOKEN = new Set(['', 'not_signed_in']);

const isBusy = ({ status, code }: ApiError): boolean => {
  if (status === 429) return !LOCKED.has(code);
  if (status === 401) return NO_VALID_TOKEN.has(code);
  return status === 408 || status === 425 || status >= 500;
};

const kindOf = (error: unknown): Failure['kind'] => {
  if (error instanceof DeviceKeyError) return 'refused';
  // Errors other than ApiError are not answers of the server: the connection broke, the caller's timeout
  // passed, or a captive portal answered.
  if (!(error instanceof ApiError) || error.status === 0) return 'unreachable';
  if (error.trouble === 'incompatible') return 'incompatible';
  if (error.signedOut) return 'signed-out';
  return isBusy(error) ? 'busy' : 'refused';
};

export const classifyFailure = (error: unknown): Failure => {
  const kind = kindOf(error);
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return { kind, ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) };
};

const SIGN_IN_OVER = new Set(['signed_out', 'suspended']);

/** Any other error of the renewal, including a proxy's own 401 or 403, keeps the sign-in. */
export const endsSignIn = (renewalError: unknown): renewalError is ApiError =>
  renewalError instanceof ApiError &&
  [401, 403].includes(renewalError.status) &&
  SIGN_IN_OVER.has(renewalError.code);

/** The page is too old for the server's answer. */
export const isIncompatible = (error: unknown): boolean => classifyFailure(error).kind === 'incompatible';

export const mayPass = (error: unknown): boolean =>
  ['busy', 'unreachable'].includes(classifyFailure(error).kind);

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 20_000;
const BUSY_PAUSE_MS = 3_000;
/** Spreads the retries, so that they do not arrive as a crowd. */
const SPREAD_MS = 2_000;
/**
 * A page that waits longer by itself would look dead; it retries now and then if the server asks for more.
 */
const MAX_REQUESTED_MS = 300_000;

/**
 * Milliseconds before the next attempt: doubled with each failure, multiplied by a random factor between a
 * half and one, and never less than the server requested (RFC 9110, 10.2.3).
 * @param random in [0, 1)
 * @param longestMs limits the part that the server did not request
 */
export const retryDelay = (
  failure: Failure,
  failuresBefore: number,
  random = Math.random(),
  longestMs = LONGEST_PAUSE_MS,
): number => {
  const whole = Math.min(longestMs, FIRST_PAUSE_MS * 2 ** failuresBefore);
  const own = whole * (0.5 + random / 2);
  if (failure.kind !== 'busy') return own;
  const { retryAfterSeconds } = failure;
  const asked =
    retryAfterSeconds === undefined ? Math.min(BUSY_PAUSE_MS, longestMs) : retryAfterSeconds * 1_000;
  return Math.max(own, Math.min(asked, MAX_REQUESTED_MS) + random * SPREAD_MS);
};

/** `until` in ms since the epoch. */
export interface Retry {
  kind: 'busy' | 'unreachable';
  until: number;
}
