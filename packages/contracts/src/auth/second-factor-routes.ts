import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import { passkeyRequestOptionsSchema } from '../webauthn.ts';
import { passkeyCreationOptionsSchema } from './passkey-schemas.ts';
import { freshProofSchema, signedInSchema } from './schemas.ts';
import {
  recoveryCodesSchema,
  secondFactorActivationSchema,
  secondFactorAnswerSchema,
  secondFactorSchema,
  signedInWithRecoveryCodesSchema,
  totpCodeSchema,
  totpSetupSchema,
} from './second-factor-schemas.ts';

const { get, post, remove } = routesOf('auth');
const codeBody = z.object({ code: totpCodeSchema });

export const getSecondFactor = get('/api/auth/second-factor', {
  summary: 'Get the state of my second factor',
  access: 'signed-in',
  grants: 'reads',
  answer: secondFactorSchema,
});
/** The same sign-in gets the same secret for 10 minutes. An active factor stays until the new app is activated. */
export const startSecondFactor = post('/api/auth/second-factor/setup', {
  summary: 'Start the setup of an authenticator app',
  access: 'signed-in',
  grants: 'outlivesSession',
  proof: 'fresh',
  tells: { nobody: 'nothing changes until a code activates the factor' },
  answer: totpSetupSchema,
});
/**
 * A code replaces the app, the recovery codes and the remembered browsers. Returns 400 `second_factor_code_wrong`, or 409
 * `second_factor_setup_missing` without a started setup. The same code can be sent again if the response was lost. A
 * passkey is added to the factor; it needs the options of `startPasskeyRegistration` or `startPasskeyProof`.
 */
export const activateSecondFactor = post('/api/auth/second-factor', {
  summary: 'Activate the second factor with an app or a passkey; returns new recovery codes once',
  access: 'signed-in',
  grants: 'outlivesSession',
  proof: 'fresh',
  tells: ['second_factor_added', 'passkey_added'],
  body: secondFactorActivationSchema,
  status: 201,
  answer: recoveryCodesSchema,
});
/** The previous codes become invalid. */
export const renewRecoveryCodes = post('/api/auth/second-factor/recovery-codes', {
  summary: 'Replace my recovery codes; returns the new ones once',
  access: 'signed-in',
  grants: 'outlivesSession',
  proof: 'fresh',
  tells: ['recovery_codes_renewed'],
  answer: recoveryCodesSchema,
});
/**
 * Also removes the passkeys of staff. Returns 403 `second_factor_required_here` if the institution requires a factor of
 * the person.
 */
export const removeSecondFactor = remove('/api/auth/second-factor', {
  summary: 'Remove my second factor',
  access: 'signed-in',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['second_factor_removed'],
});
/** Returns 409 `last_second_factor` if the person has no passkey. */
export const removeAuthenticatorApp = remove('/api/auth/second-factor/app', {
  summary: 'Remove the authenticator app, and keep the passkeys as second factor',
  access: 'signed-in',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['authenticator_app_removed'],
});
export const forgetRememberedBrowsers = post('/api/auth/second-factor/forget-browsers', {
  summary: 'Require a code in all my browsers again',
  access: 'signed-in',
  grants: 'changesOwn',
  answer: secondFactorSchema,
});
/**
 * Has the same effect as `confirmPassword`. Returns 400 `second_factor_code_wrong` or `no_second_factor`, or 429
 * `second_factor_locked` after too many wrong codes of the person.
 */
export const proveBySecondFactor = post('/api/auth/second-factor/proof', {
  summary: 'Re-authenticate with a code of my authenticator app',
  access: 'signed-in',
  grants: 'changesOwn',
  body: codeBody,
  answer: freshProofSchema,
});
/**
 * After `login`, `redeemSignInLink`, `register` or `finishRegistration` returned 401 `second_factor_required`, which
 * binds the sign-in to this browser by a cookie. Returns 400 `second_factor_code_wrong`, `recovery_code_wrong` or
 * `passkey_invalid`, 429 `second_factor_locked`, or 401 `second_factor_expired` after 10 minutes or 5 wrong answers: the person begins
 * again. For a minute, the accepted answer finishes the sign-in again if the response was lost.
 */
export const finishWithSecondFactor = post('/api/auth/sign-in/second-factor', {
  summary: 'Finish a sign-in with a passkey, a code of the authenticator app or a recovery code',
  access: 'anyone',
  grants: 'outlivesSession',
  proof: 'request',
  tells: ['recovery_code_used'],
  refusals: [401, 403],
  body: secondFactorAnswerSchema,
  answer: signedInSchema,
});
/** For `finishWithSecondFactor` and `activateSecondFactorAtSignIn`. Returns 409 `no_passkey`. */
export const startPasskeyAtSignIn = post('/api/auth/sign-in/second-factor/passkey-options', {
  summary: 'Start the use of a passkey that a sign-in requires',
  access: 'anyone',
  grants: 'changesOwn',
  refusals: [401, 403],
  answer: passkeyRequestOptionsSchema,
});
/** For `activateSecondFactorAtSignIn`. */
export const startPasskeySetupAtSignIn = post('/api/auth/sign-in/second-factor/registration-options', {
  summary: 'Start the registration of a passkey that a sign-in requires',
  access: 'anyone',
  grants: 'outlivesSession',
  proof: 'request',
  tells: { nobody: 'nothing changes until the passkey is added' },
  refusals: [401, 403],
  answer: passkeyCreationOptionsSchema,
});
/**
 * After 401 `second_factor_setup_required` at a sign-in. Returns 401 `second_factor_expired` like the route above, or
 * 409 `second_factor_active` if the factor was set up meanwhile.
 */
export const startSecondFactorAtSignIn = post('/api/auth/sign-in/second-factor/setup', {
  summary: 'Start the setup of an authenticator app that a sign-in requires',
  access: 'anyone',
  grants: 'outlivesSession',
  proof: 'request',
  tells: { nobody: 'nothing changes until a code activates the factor' },
  refusals: [401, 403],
  answer: totpSetupSchema,
});
export const activateSecondFactorAtSignIn = post('/api/auth/sign-in/second-factor/activation', {
  summary: 'Activate the second factor, and finish the sign-in that requires it',
  access: 'anyone',
  grants: 'outlivesSession',
  proof: 'request',
  tells: ['second_factor_added', 'passkey_added'],
  refusals: [401, 403],
  body: secondFactorActivationSchema,
  answer: signedInWithRecoveryCodesSchema,
});
