import type { PasskeyAssertion, PasskeyRequestOptions } from '@qr-attendance/contracts';
import {
  browserSupportsWebAuthn,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

export type PasskeyFailure = 'passkey_unsupported' | 'passkey_cancelled';

/** The browser cannot use the passkey, or the student canceled or ran out of time. */
export class PasskeyError extends Error {
  readonly code: PasskeyFailure;
  constructor(code: PasskeyFailure) {
    super(code);
    this.code = code;
  }
}

/** Error names of `navigator.credentials.get` for missing support (WebAuthn Level 3, section 5.1.4). */
const UNSUPPORTED_ERRORS = new Set(['NotSupportedError', 'SecurityError', 'ConstraintError']);

/** Requires a platform authenticator (specification, section 5). Throws PasskeyError. */
export const requirePasskeySupport = async (): Promise<void> => {
  const supported =
    browserSupportsWebAuthn() && (await platformAuthenticatorIsAvailable().catch(() => false));
  if (!supported) throw new PasskeyError('passkey_unsupported');
};

export const requestPasskey = async (options: PasskeyRequestOptions): Promise<PasskeyAssertion> => {
  try {
    // The contract and the library have different types for the same standard.
    const answer: unknown = await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    });
    return answer as PasskeyAssertion;
  } catch (error) {
    const { name } = error as Error;
    throw new PasskeyError(UNSUPPORTED_ERRORS.has(name) ? 'passkey_unsupported' : 'passkey_cancelled');
  }
};
