import { ApiError } from '@qr-attendance/web-kit';

export type PasskeyFailure = 'cancelled' | 'known' | 'unsupported' | 'broken';

/** Error names of `navigator.credentials.create` (WebAuthn Level 3, section 5.1.3). */
const failures: Record<string, PasskeyFailure> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
  SecurityError: 'unsupported',
};

/**
 * Distinguishes cancellation, an existing passkey, and missing support; the server may explain other
 * failures.
 */
export const passkeyFailure = (error: unknown): PasskeyFailure => {
  if (error instanceof ApiError || !(error instanceof Error)) return 'broken';
  return failures[error.name] ?? 'broken';
};
