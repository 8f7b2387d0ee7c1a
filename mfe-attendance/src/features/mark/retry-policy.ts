import { ApiError, classifyFailure, DeviceKeyError } from '@qr-attendance/web-kit';

export type RetryReason = 'offline' | 'no-answer' | 'busy';

/** Undefined for final results: a refusal, or a success that this page cannot parse. */
export const retryReasonOf = (error: unknown, wasOnline: boolean): RetryReason | undefined => {
  if (!wasOnline && !(error instanceof ApiError && error.status > 0)) return 'offline';
  // The device key existed when the student marked, so the browser's storage must be hanging.
  if (error instanceof DeviceKeyError) return 'no-answer';
  const { kind } = classifyFailure(error);
  if (kind === 'refused' || kind === 'incompatible') return undefined;
  // If the sign-in has expired, the page opens the sign-in, and sending continues afterwards.
  return kind === 'busy' ? 'busy' : 'no-answer';
};
