import type { PasskeyAssertion, PasskeyRequestOptions } from '@qr-attendance/contracts';
import {
  browserSupportsWebAuthn,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

export type PasskeyFailure = 'passkey_unsupported' | 'passkey_cancelled';

/** The browser gave no answer to the challenge: it cannot, or the student did not, in time or at all. */
export class PasskeyError extends Error {
  readonly code: PasskeyFailure;
  constructor(code: PasskeyFailure) {
    super(code);
    this.code = code;
  }
}

/** Names of what `navigator.credentials.get` throws where it cannot work. Source: WebAuthn level 3, section 5.1.4. */
const cannot = new Set(['NotSupportedError', 'SecurityError', 'ConstraintError']);

/** Specification, section 5: needs platform authenticator support. @throws PasskeyError */
export const needPasskeySupport = async (): Promise<void> => {
  const supported =
    browserSupportsWebAuthn() && (await platformAuthenticatorIsAvailable().catch(() => false));
  if (!supported) throw new PasskeyError('passkey_unsupported');
};

/** Has the browser ask for finger or face, and answer the challenge. @throws PasskeyError */
export const requestPasskey = async (options: PasskeyRequestOptions): Promise<PasskeyAssertion> => {
  try {
    // The contract and the library write the same standard down in types of their own.
    const answer: unknown = await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    });
    return answer as PasskeyAssertion;
  } catch (error) {
    const { name } = error as Error;
    throw new PasskeyError(cannot.has(name) ? 'passkey_unsupported' : 'passkey_cancelled');
  }
};
