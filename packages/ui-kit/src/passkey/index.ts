import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@qr-attendance/contracts';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

export { passkeyFailure, type PasskeyFailure } from './passkey-failure.ts';

/** Browsers offer passkeys only on secure pages. */
export const supportsPasskeys = (): boolean => browserSupportsWebAuthn();

// The contracts and the library have different types for the same standard.

/** Creates a passkey on this device, on another one or on a security key; the options decide which. */
export const createPasskey = async (options: PasskeyCreationOptions): Promise<PasskeyRegistration> => {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const credential: unknown = await startRegistration({ optionsJSON });
  return credential as PasskeyRegistration;
};

/** Asks the user to confirm with one of the passkeys in `options`. */
export const confirmWithPasskey = async (options: PasskeyRequestOptions): Promise<PasskeyAssertion> => {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const credential: unknown = await startAuthentication({ optionsJSON });
  return credential as PasskeyAssertion;
};
