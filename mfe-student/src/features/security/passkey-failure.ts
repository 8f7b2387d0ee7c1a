import { ApiError } from '@qr-attendance/web-kit';

/** `broken`: nothing a student can tell the reason of; the server may have said more. */
export type PasskeyFailure = 'cancelled' | 'known' | 'unsupported' | 'broken';

/** Names of what `navigator.credentials.create` throws. Source: WebAuthn level 3, section 5.1.3. */
const failures: Record<string, PasskeyFailure> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
  SecurityError: 'unsupported',
};

/** Why no passkey was made: the person or the clock broke it off, this device has one, or it cannot make any. */
export const passkeyFailure = (error: unknown): PasskeyFailure => {
  if (error instanceof ApiError || !(error instanceof Error)) return 'broken';
  return failures[error.name] ?? 'broken';
};
