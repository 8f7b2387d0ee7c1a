import { z } from 'zod/mini';
import { momentSchema, userIdSchema } from '../common.ts';
import { deviceKeySchema } from '../device-key.ts';
import { securityPreferencesSchema } from './schemas.ts';

export const passkeyVerifierSchema = z.object({
  credentialId: z.string(),
  publicKey: z.string(),
  transports: z.array(z.string()),
});
export type PasskeyVerifier = z.infer<typeof passkeyVerifierSchema>;

export const waitingPasskeySchema = z.extend(passkeyVerifierSchema, { countsFrom: momentSchema });
export type WaitingPasskey = z.infer<typeof waitingPasskeySchema>;

export const proofNameSchema = z.object({
  kind: z.enum(['device', 'passkey']),
  /** The id of the device, or the credential id of the passkey. */
  id: z.string().check(z.minLength(1), z.maxLength(1400)),
});
export type ProofName = z.infer<typeof proofNameSchema>;

/** A device whose signature is valid for marks from `countsFrom` on. */
export const deviceVerifierSchema = z.object({
  deviceId: z.string(),
  key: deviceKeySchema,
  countsFrom: momentSchema,
});
export type DeviceVerifier = z.infer<typeof deviceVerifierSchema>;

/** `hash` begins with the version of the pepper, such as `2:`, unless the version is 1. */
export const pinVerifierSchema = z.object({
  salt: z.string().check(z.minLength(1), z.maxLength(100)),
  hash: z.string().check(z.minLength(1), z.maxLength(100)),
});

/**
 * Everything that a service needs to check a student's PIN, device and passkey without a call to auth. The
 * verifier is useless without the pepper.
 */
export const studentSecuritySchema = z.object({
  studentId: userIdSchema,
  /** The schema is loose, so that preferences of a newer release reach consumers that support them. */
  preferences: z.looseObject(securityPreferencesSchema.shape),
  devices: z.array(deviceVerifierSchema),
  pinVerifier: z.nullable(pinVerifierSchema),
  passkeys: z.array(passkeyVerifierSchema),
  waitingPasskeys: z.array(waitingPasskeySchema),
  /** Without consent, selfies are not stored. */
  selfieConsent: z.boolean(),
  version: z.int(),
});
export type StudentSecurity = z.infer<typeof studentSecuritySchema>;
