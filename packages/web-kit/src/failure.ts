import { ApiError } from './api-error.ts';
import { DeviceKeyError } from './device-key.ts';

/**
 * The kind of a failure: `refused`: a retry changes nothing; `signed-out`: the renewal of the access token was
 * rejected, so the person must sign in again; `busy`: the server cannot answer now; retry, but not before
 * `retryAfterSeconds`; `unreachable`: there was no answer from the server; `incompatible`: the server's answer does
 * not fit this page, which is outdated: only a reload helps.
 */
export interface Failure {
  kind: 'refused' | 'signed-out' | 'busy' | 'unreachable' | 'incompatible';
  /** The value of `Retry-After`; undefined if missing. */
  retryAfterSeconds?: number;
}

/** Answers with 429 that judge what was sent: too many wrong secrets. Any other 429 is about how much is asked. */
const LOCKED = new Set([
  'sign_in_locked',
  'pin_locked',
  'too_many_codes',
  'too_many_keys',
  'too_many_places',
]);
/** How the token's check refuses one that is expired or that it can't verify: what that means, the renewal decides. */
const NO_VALID_TOKEN = new Set(['', 'not_signed_in']);

const isBusy = ({ status, code }: ApiError): boolean => {
  if (status === 429) return !LOCKED.has(code);
  if (status === 401) return NO_VALID_TOKEN.has(code);
  return status === 408 || status === 425 || status >= 500;
};

const kindOf = (error: unknown): Failure['kind'] => {
  if (error instanceof DeviceKeyError) return 'refused';
  // Errors other than ApiError are not answers of the server: the connection broke, the caller's timeout passed, or a
  // captive portal answered.
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

/** The codes by which the renewal itself says that a sign-in is over. */
const SIGN_IN_OVER = new Set(['signed_out', 'suspended']);

/** Whether what the renewal answered ends the sign-in. Anything else, a proxy's own 401 or 403 too, keeps it. */
export const endsSignIn = (renewalError: unknown): renewalError is ApiError =>
  renewalError instanceof ApiError &&
  [401, 403].includes(renewalError.status) &&
  SIGN_IN_OVER.has(renewalError.code);

/** Whether this page is too old for what the server answers. */
export const isIncompatible = (error: unknown): boolean => classifyFailure(error).kind === 'incompatible';

/** Whether asking again, later, may help. */
export const mayPass = (error: unknown): boolean =>
  ['busy', 'unreachable'].includes(classifyFailure(error).kind);

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 20_000;
/** A busy server that did not say for how long. */
const BUSY_PAUSE_MS = 3_000;
/** Those who were asked to wait come back spread over this long, not as the crowd that they were. */
const SPREAD_MS = 2_000;
/** A page that waits longer by itself would look dead; who asks for more is asked again now and then. */
const LONGEST_ASKED_MS = 300_000;

/**
 * Milliseconds before the next try: doubled with each failure before it, between half and whole so that a hall does
 * not try in step, and never sooner than the server asked for (RFC 9110, 10.2.3). `random`: from 0 to 1. `longestMs`
 * bounds what the server did not ask for.
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
  return Math.max(own, Math.min(asked, LONGEST_ASKED_MS) + random * SPREAD_MS);
};

/** Why something waits before it is tried again, and until when, in ms since the epoch. */
export interface Retry {
  kind: 'busy' | 'unreachable';
  until: number;
}
