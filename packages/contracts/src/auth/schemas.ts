import { z } from 'zod/mini';
import { momentSchema, userIdSchema } from '../common.ts';
import { deviceKeySchema } from '../device-key.ts';
import { openEnum } from '../open-enum.ts';

export const userTypeSchema = z.enum(['TEACHER', 'STUDENT', 'ADMIN']);
export type UserType = z.infer<typeof userTypeSchema>;
export const openUserTypeSchema = openEnum(userTypeSchema);

export const userSchema = z.object({
  _id: userIdSchema,
  name: z.string(),
  email: z.string(),
  userType: openUserTypeSchema,
});
export type User = z.infer<typeof userSchema>;

export const emailAddressSchema = z.object({
  email: z.string(),
  /** Whether somebody with this mailbox has used a link sent to it; until then it gets nothing but such links. */
  verified: z.boolean(),
  /** The address after the link sent to it is used. */
  newEmail: z.nullable(z.string()),
});
export type EmailAddress = z.infer<typeof emailAddressSchema>;

/** Request header that carries the place in the queue which an earlier answer gave. */
export const QUEUE_PLACE_HEADER = 'x-queue-place';
/** Details of 503 `sign_in_queued`: send the same again after `waitSeconds`, with `queuePlace` in `QUEUE_PLACE_HEADER`. */
export const signInQueuedSchema = z.object({
  queuePlace: z.string(),
  /** 1 for who is next. */
  position: z.int(),
  waitSeconds: z.int(),
});
export type SignInQueued = z.infer<typeof signInQueuedSchema>;

export const securityPreferencesSchema = z.object({
  requirePin: z.boolean(),
  requireBiometric: z.boolean(),
  requireDeviceVerification: z.boolean(),
  requireSelfie: z.boolean(),
});
export type SecurityPreferences = z.infer<typeof securityPreferencesSchema>;

/** In force for a student who never chose. Specification, section 5. */
export const DEFAULT_SECURITY_PREFERENCES: SecurityPreferences = {
  requirePin: true,
  requireBiometric: false,
  requireDeviceVerification: true,
  requireSelfie: false,
};

/** Digits only, at least 4. Specification, section 5. */
export const pinSchema = z
  .string()
  .check(
    z.regex(/^\d*$/, 'PIN must be digits only'),
    z.minLength(4, 'PIN must be at least 4 digits'),
    z.maxLength(12, 'PIN must be at most 12 digits'),
  );

/** Made by the browser and kept there under `deviceId`. */
export const deviceIdSchema = z.uuid();
export const registeredDeviceSchema = z.object({
  deviceId: deviceIdSchema,
  deviceName: z.string(),
  /** When a mark was last made with it; null before the first. */
  lastUsed: z.nullable(z.string()),
  /** Marks are taken from it from then on: later than its registration unless it is the first, or was confirmed. */
  countsFrom: momentSchema,
  /** A device registered without a key counts once it is registered again with one. */
  hasKey: z.boolean(),
});
export type RegisteredDevice = z.infer<typeof registeredDeviceSchema>;
/** Devices a student may have at once. */
export const MAX_DEVICES = 3;

/** A student's passkey, as its owner sees it. */
export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: momentSchema,
  /** Marks are taken with it from then on. */
  countsFrom: momentSchema,
});
export type Passkey = z.infer<typeof passkeySchema>;
/** More would be a list nobody keeps an eye on. */
export const MAX_PASSKEYS = 10;

/** The setup of an account; for teachers and administrators only the name. */
export const accountCheckSchema = z.object({
  name: z.string(),
  /** For a day after an account that nobody had verified was taken over by a link for a new password. */
  mayCorrectName: z.boolean(),
  devices: z.array(registeredDeviceSchema),
  passkeys: z.array(passkeySchema),
  hasPin: z.boolean(),
});
export type AccountCheck = z.infer<typeof accountCheckSchema>;

export const studentProfileSchema = z.object({
  usn: z.string(),
  regNo: z.string(),
  department: z.string(),
  semester: z.number(),
  securityPreferences: securityPreferencesSchema,
  registeredDevices: z.array(registeredDeviceSchema),
  passkeys: z.array(passkeySchema),
  /** Whether a PIN has been set; the PIN itself is never answered. */
  hasPin: z.boolean(),
  /** When the student agreed to selfies being kept; null where not, or no longer. */
  selfieConsentAt: z.nullable(momentSchema),
});
export type StudentProfile = z.infer<typeof studentProfileSchema>;
export const teacherProfileSchema = z.object({ employeeId: z.string(), department: z.string() });
export type TeacherProfile = z.infer<typeof teacherProfileSchema>;
/** Administrators have none, nor has anybody of a kind that a newer version added. */
export const adminProfileSchema = z.object({});
export const profileSchema = z.union([studentProfileSchema, teacherProfileSchema, adminProfileSchema]);
export type Profile = z.infer<typeof profileSchema>;
export const isStudentProfile = (profile: Profile): profile is StudentProfile =>
  'securityPreferences' in profile;

export const passkeyVerifierSchema = z.object({
  credentialId: z.string(),
  /** COSE key, base64url. */
  publicKey: z.string(),
  transports: z.array(z.string()),
});
export type PasskeyVerifier = z.infer<typeof passkeyVerifierSchema>;

export const waitingPasskeySchema = z.extend(passkeyVerifierSchema, { countsFrom: momentSchema });
export type WaitingPasskey = z.infer<typeof waitingPasskeySchema>;

/** One device or passkey of a student. */
export const proofNameSchema = z.object({
  kind: z.enum(['device', 'passkey']),
  /** The device's own id, or that of the credential. */
  id: z.string().check(z.minLength(1), z.maxLength(1400)),
});
export type ProofName = z.infer<typeof proofNameSchema>;

/** A device whose signature is good for marks from a moment on. */
export const deviceVerifierSchema = z.object({
  deviceId: z.string(),
  key: deviceKeySchema,
  countsFrom: momentSchema,
});
export type DeviceVerifier = z.infer<typeof deviceVerifierSchema>;

/** The verifier of a PIN; `hash` begins with the version of the pepper, such as `2:`, unless that is the first. */
export const pinVerifierSchema = z.object({
  salt: z.string().check(z.minLength(1), z.maxLength(100)),
  hash: z.string().check(z.minLength(1), z.maxLength(100)),
});

/**
 * Everything a service needs to check a student's PIN, device and passkey without asking auth. The verifier is
 * useless without the pepper.
 */
export const studentSecuritySchema = z.object({
  studentId: userIdSchema,
  /** With what a newer version asks for, kept for the day its reader knows it. */
  preferences: z.looseObject(securityPreferencesSchema.shape),
  /** Devices with a key; others count for no mark. */
  devices: z.array(deviceVerifierSchema),
  pinVerifier: z.nullable(pinVerifierSchema),
  passkeys: z.array(passkeyVerifierSchema),
  /** Those that count only later. */
  waitingPasskeys: z.array(waitingPasskeySchema),
  /** Without it no selfie is kept. */
  selfieConsent: z.boolean(),
  version: z.int(),
});
export type StudentSecurity = z.infer<typeof studentSecuritySchema>;
