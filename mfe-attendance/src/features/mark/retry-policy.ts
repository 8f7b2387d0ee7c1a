import { ApiError } from '@qr-attendance/web-kit';

/** Why there is no answer yet: nothing could leave the phone, nothing of the service's came back, or it is too busy. */
export type Trouble = 'offline' | 'no-answer' | 'busy';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 20_000;
/** Servers that are too busy, where they did not say for how long. */
const BUSY_PAUSE_MS = 3_000;
/** Those who were asked to wait come back spread over this long, not as the crowd that they were. */
const SPREAD_MS = 2_000;

const isBusy = ({ status, code }: ApiError) =>
  // A locked PIN is 429 as well, and a refusal.
  status === 503 || (status === 429 && ['', 'too_many_requests'].includes(code));
/** 401 as long as the page is shown: the token ran out and could not be renewed for want of an answer. */
const mayPass = ({ status, code }: ApiError) =>
  status === 0 || (status === 401 && code !== 'suspended') || status === 408 || status >= 500;

/** Undefined for a refusal, which is final. What is no ApiError was no answer of ours: cut off, or a Wi-Fi's own page. */
export const troubleOf = (error: unknown, wasOnline: boolean): Trouble | undefined => {
  if (!wasOnline && !(error instanceof ApiError && error.status > 0)) return 'offline';
  if (!(error instanceof ApiError)) return 'no-answer';
  if (isBusy(error)) return 'busy';
  return mayPass(error) ? 'no-answer' : undefined;
};

const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.retryAfterSeconds : undefined;

/**
 * Milliseconds to wait before the next try: doubled each time, between half and whole so that a hall does not try in
 * step, and never sooner than the server asked for (RFC 9110, 10.2.3).
 */
export const pauseBefore = (error: unknown, trouble: Trouble, failures: number, random: number): number => {
  const whole = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  const own = whole * (0.5 + random / 2);
  if (trouble !== 'busy') return own;
  const retryAfter = retryAfterOf(error);
  const asked = retryAfter === undefined ? BUSY_PAUSE_MS : retryAfter * 1_000;
  return Math.max(own, asked + random * SPREAD_MS);
};
