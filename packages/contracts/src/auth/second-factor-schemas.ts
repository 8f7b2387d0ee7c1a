import { z } from 'zod/mini';
import { momentSchema, nameSchema } from '../common.ts';
import { passkeyAssertionSchema } from '../webauthn.ts';
import { passkeyRegistrationSchema } from './passkey-schemas.ts';
import { passkeySchema, signedInSchema } from './schemas.ts';

export const RECOVERY_CODES = 10;
/** Set together with the refusal of a sign-in whose password was correct. */
export const SECOND_FACTOR_COOKIE = 'qr_second_factor';

export const secondFactorSchema = z.object({
  isActive: z.boolean(),
  since: z.nullable(momentSchema),
  /** Servers of earlier releases, where every factor is an app, omit it. */
  hasApp: z.optional(z.boolean()),
  /** Accepted at sign-in while the factor is active. Servers of earlier releases omit it. */
  passkeys: z.optional(z.array(passkeySchema)),
  recoveryCodesLeft: z.int(),
  /** The institution requires a second factor of this person, who therefore cannot remove it. */
  isRequired: z.boolean(),
  /** The browsers that sign in without a code for some days. */
  rememberedBrowsers: z.int(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const totpSetupSchema = z.object({
  /** In base32, for people who cannot scan the QR code. */
  secret: z.string(),
  /** The address `otpauth://totp/…` for the QR code. */
  uri: z.string(),
});
export type TotpSetup = z.infer<typeof totpSetupSchema>;

/** Shown once, because only hashes are stored. Empty if the earlier codes stay valid. Each code works once; case, spaces and dashes do not matter. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

/** The code of an authenticator app. Spaces are accepted, because apps show the code in groups. */
export const totpCodeSchema = z.string().check(
  z.maxLength(20),
  z.overwrite((code) => code.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'must be 6 digits'),
);
export const recoveryCodeSchema = z.string().check(z.minLength(1, 'is required'), z.maxLength(60));

const remember = z.boolean();
/** `remember`: this browser signs in without a code for 30 days. */
export const secondFactorAnswerSchema = z.union([
  z.object({ code: totpCodeSchema, remember }),
  z.object({ recoveryCode: recoveryCodeSchema, remember }),
  z.object({ passkey: passkeyAssertionSchema, remember }),
]);
export type SecondFactorAnswer = z.infer<typeof secondFactorAnswerSchema>;

/** A code of the app whose setup was started, a new passkey, or a passkey that was registered before. */
export const secondFactorActivationSchema = z.union([
  z.object({ code: totpCodeSchema }),
  z.object({ name: nameSchema(50), newPasskey: passkeyRegistrationSchema }),
  z.object({ passkey: passkeyAssertionSchema }),
]);
export type SecondFactorActivation = z.infer<typeof secondFactorActivationSchema>;

/** Details of 401 `second_factor_required` and `second_factor_setup_required`: what the person has. */
export const secondFactorChallengeSchema = z.object({ hasApp: z.boolean(), hasPasskey: z.boolean() });
export type SecondFactorChallenge = z.infer<typeof secondFactorChallengeSchema>;

export const signedInWithRecoveryCodesSchema = z.object({
  ...signedInSchema.shape,
  ...recoveryCodesSchema.shape,
});
