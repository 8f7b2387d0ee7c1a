import { z } from 'zod/mini';
import {
  coordinatesSchema,
  daySchema,
  momentSchema,
  objectIdSchema,
  givenRecordIdSchema,
} from '../common.ts';
import { deviceIdSchema, deviceKeySchema } from '../device-key.ts';
import { openEnum } from '../open-enum.ts';
import { sessionCourseSchema } from '../session/scan-schemas.ts';
import { passkeyAssertionSchema } from '../webauthn.ts';
import { disputeSchema, flagSchema } from './review-schemas.ts';

export const attendanceStatusSchema = z.enum(['PRESENT', 'LATE', 'ABSENT', 'EXCUSED']);
export type AttendanceStatus = z.infer<typeof attendanceStatusSchema>;
export const openStatusSchema = openEnum(attendanceStatusSchema);

/** `accuracy` is in meters. */
export const phonePositionSchema = z.extend(coordinatesSchema, {
  accuracy: z.optional(z.number().check(z.gte(0))),
});

export const SELFIE_LIMITS = {
  width: 320,
  height: 240,
  maxBytes: 100_000,
  /** Maximum size of a picture that pages send, so that two fit into one request. */
  frameBytes: 85_000,
  dataUrlPrefix: 'data:image/jpeg;base64,',
} as const;

/** A signed mark is accepted up to this long after its ticket expired. */
export const LATE_DELIVERY_MINUTES = 10;

export const selfiePromptSchema = z.enum(['turn_left', 'turn_right', 'look_up', 'look_down']);
export type SelfiePrompt = z.infer<typeof selfiePromptSchema>;

const deviceInfoText = z.string().check(z.maxLength(500));
/**
 * `sessionId`, `status` and `biometricVerified` are accepted because the specification's client sends them,
 * and ignored: the ticket names the session, and the server decides the status and the checks.
 */
export const attendanceSubmissionSchema = z.object({
  ticket: z.string().check(z.minLength(1, 'is required'), z.maxLength(2000)),
  sessionId: z.optional(z.string().check(z.maxLength(64))),
  status: z.optional(z.string().check(z.maxLength(20))),
  location: z.optional(phonePositionSchema),
  deviceId: z.optional(deviceIdSchema),
  deviceKey: z.optional(deviceKeySchema),
  /** The phone's own clock; used for a signed mark that is delivered late. */
  madeAt: z.optional(momentSchema),
  deviceInfo: z.optional(
    z.partial(
      z.object({
        userAgent: deviceInfoText,
        platform: deviceInfoText,
        vendor: deviceInfoText,
        language: deviceInfoText,
        screenWidth: z.number(),
        screenHeight: z.number(),
        timeZone: deviceInfoText,
      }),
    ),
  ),
  biometricVerified: z.optional(z.boolean()),
  pin: z.optional(z.string().check(z.maxLength(12))),
  /** JPEG as a data URL; required if a selfie is required, ignored otherwise. */
  selfieImage: z.optional(z.string().check(z.maxLength(SELFIE_LIMITS.maxBytes * 2))),
  /** The second picture, after the prompt of `POST /api/attendance/selfie-prompt`. */
  selfieAfterPrompt: z.optional(z.string().check(z.maxLength(SELFIE_LIMITS.maxBytes * 2))),
  /** Replaces a required selfie with a check by the teacher in the room. */
  withoutSelfie: z.optional(z.boolean()),
  /** The answer to `POST /api/attendance/passkey-challenge`; required if a passkey is required. */
  passkey: z.optional(passkeyAssertionSchema),
});
export type AttendanceSubmission = z.output<typeof attendanceSubmissionSchema>;

export const studentInfoSchema = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  usn: z.optional(z.string()),
  regNo: z.optional(z.string()),
  /** False for a person on the roster who has no account yet. */
  registered: z.optional(z.boolean()),
});
export type StudentInfo = z.infer<typeof studentInfoSchema>;

export const markDetailsSchema = z.object({
  _id: givenRecordIdSchema,
  /** The time of the scan, of the teacher's entry, or of the end of the class. */
  timestamp: momentSchema,
  /** The time that pages show; missing for absences and marks without a scan. */
  scannedAt: z.optional(momentSchema),
  status: openStatusSchema,
  /** Increases with each scan, decision, dispute and answer; only in answers to the course's own teacher. */
  version: z.optional(z.int()),
  /** Only in answers to the course's own teacher. */
  hasSelfie: z.optional(z.boolean()),
  selfiePrompt: z.optional(openEnum(selfiePromptSchema)),
  /** In answers to the course's own teacher and, once the session has ended, to the student. */
  flags: z.optional(z.array(flagSchema)),
  /** The sum of the signals, which orders the teacher's list; only in answers to the course's own teacher. */
  risk: z.optional(z.int()),
  /**
   * No membership of the student covers the session, so the record counts toward no rate.
   */
  guest: z.optional(z.boolean()),
  presenceCheck: z.optional(
    z.object({ answeredAt: z.optional(momentSchema), missed: z.optional(z.boolean()) }),
  ),
  /** The last time the teacher accepted, corrected or rejected the mark. */
  reviewedAt: z.optional(momentSchema),
  /** The last time a person changed the status; missing if the teacher only accepted it. */
  correctedAt: z.optional(momentSchema),
  dispute: z.optional(disputeSchema),
});
export const attendanceRecordSchema = z.extend(markDetailsSchema, {
  student: studentInfoSchema,
  session: z.object({
    _id: objectIdSchema,
    course: sessionCourseSchema,
    date: daySchema,
    startTime: momentSchema,
    canceled: z.optional(z.boolean()),
  }),
});
export type AttendanceRecord = z.infer<typeof attendanceRecordSchema>;

export const locationCheckSchema = z.object({
  withinRadius: z.boolean(),
  distance: z.int(),
  radius: z.number(),
});

export const attendanceTotalsSchema = z.object({
  present: z.int(),
  late: z.int(),
  absent: z.int(),
  excused: z.int(),
});
export type AttendanceTotals = z.infer<typeof attendanceTotalsSchema>;
