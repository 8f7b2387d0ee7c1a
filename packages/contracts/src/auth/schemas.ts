import { z } from 'zod/mini';
import { momentSchema, userIdSchema } from '../common.ts';
import { deviceIdSchema } from '../device-key.ts';
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
  /** A link sent to this address has been used; before that, the address receives only such links. */
  verified: z.boolean(),
  /** The new address; it replaces the current one when the link sent to it is used. */
  newEmail: z.nullable(z.string()),
});
export type EmailAddress = z.infer<typeof emailAddressSchema>;

/** Request header with the `queuePlace` of a previous answer. */
export const QUEUE_PLACE_HEADER = 'x-queue-place';
/**
 * Details of 503 `sign_in_queued` and `sign_in_slowed`: repeat the request after `waitSeconds`, with `queuePlace` in
 * `QUEUE_PLACE_HEADER`.
 */
export const signInQueuedSchema = z.object({
  queuePlace: z.string(),
  position: z.int(),
  waitSeconds: z.int(),
});
export type SignInQueueDetails = z.infer<typeof signInQueuedSchema>;

export const securityPreferencesSchema = z.object({
  requirePin: z.boolean(),
  requireBiometric: z.boolean(),
  requireDeviceVerification: z.boolean(),
  requireSelfie: z.boolean(),
});
export type SecurityPreferences = z.infer<typeof securityPreferencesSchema>;

/** Specification, section 5. */
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

/** Whether `countsFrom` is in the future by the server's clock. Servers of earlier releases omit it. */
const waitingSchema = z.optional(z.boolean());
export const registeredDeviceSchema = z.object({
  deviceId: deviceIdSchema,
  deviceName: z.string(),
  /** Null before the first mark. */
  lastUsed: z.nullable(z.string()),
  /**
   * Marks are accepted from this moment: at the registration for the first device and for a confirmed device,
   * otherwise after the cool-down.
   */
  countsFrom: momentSchema,
  waiting: waitingSchema,
  /** A device without a key is accepted only after it is registered again with a key. */
  hasKey: z.boolean(),
});
export type RegisteredDevice = z.infer<typeof registeredDeviceSchema>;
export const MAX_DEVICES = 3;

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: momentSchema,
  /** Marks are accepted from this moment. */
  countsFrom: momentSchema,
  waiting: waitingSchema,
});
export type Passkey = z.infer<typeof passkeySchema>;
export const MAX_PASSKEYS = 10;

export const studentProfileSchema = z.object({
  usn: z.string(),
  regNo: z.string(),
  department: z.string(),
  semester: z.number(),
  securityPreferences: securityPreferencesSchema,
  registeredDevices: z.array(registeredDeviceSchema),
  passkeys: z.array(passkeySchema),
  hasPin: z.boolean(),
  selfieConsentAt: z.nullable(momentSchema),
});
export type StudentProfile = z.infer<typeof studentProfileSchema>;
export const teacherProfileSchema = z.object({ employeeId: z.string(), department: z.string() });
export type TeacherProfile = z.infer<typeof teacherProfileSchema>;
/** The empty profile of administrators and of user types that a newer release adds. */
export const adminProfileSchema = z.object({});
export const profileSchema = z.union([studentProfileSchema, teacherProfileSchema, adminProfileSchema]);
export type Profile = z.infer<typeof profileSchema>;

export const signedInSchema = z.object({ token: z.string(), user: userSchema, profile: profileSchema });

/** The access token contains the proof, and replaces the token of the request. */
export const freshProofSchema = z.object({ token: z.string(), freshUntil: momentSchema });
