import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, plainTextSchema, textSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

export const enrollmentModeSchema = z.enum(['OPEN', 'KEY', 'INVITATION', 'APPROVAL', 'CLOSED']);
export type EnrollmentMode = z.output<typeof enrollmentModeSchema>;
export const openEnrollmentModeSchema = openEnum(enrollmentModeSchema);

/**
 * The enrollment rules of a course that everybody may see. If missing, anyone may enroll, and only the teacher ends
 * an enrollment.
 */
export const enrollmentRulesShape = {
  enrollmentMode: z.optional(openEnrollmentModeSchema),
  /** Students may end their own enrollment. */
  mayLeave: z.optional(z.boolean()),
};

/** A key is typed by hand, and tries are limited. */
export const ENROLLMENT_KEY = { min: 6, max: 50 } as const;
export const enrollmentKeySchema = textSchema(ENROLLMENT_KEY.max).check(
  z.minLength(ENROLLMENT_KEY.min, `must be at least ${ENROLLMENT_KEY.min} characters`),
);
/** The enrollment key that a student types. */
export const typedKeySchema = plainTextSchema(200);

/** The token of an invitation link: 128 random bits, base64url. */
export const invitationTokenSchema = z.string().check(z.regex(/^[\w-]{22}$/, 'is not that of an invitation'));
export const INVITATION_DAYS = { min: 1, default: 14, max: 180 } as const;
export const newInvitationSchema = z.object({
  days: z._default(
    z.int().check(z.gte(INVITATION_DAYS.min), z.lte(INVITATION_DAYS.max)),
    INVITATION_DAYS.default,
  ),
});

export const enrollmentSettingsChangeSchema = z.object({
  mode: enrollmentModeSchema,
  /** Left out: the key that there is stays, and where there is none one is made. */
  key: z.optional(enrollmentKeySchema),
  mayLeave: z.boolean(),
});
export type EnrollmentSettingsChange = z.output<typeof enrollmentSettingsChangeSchema>;

/** To the course's own teacher alone. */
export const enrollmentSettingsSchema = z.object({
  mode: openEnrollmentModeSchema,
  mayLeave: z.boolean(),
  /** Also while the mode is another. */
  key: z.optional(z.string()),
  /** Until when nobody enrolls by the key, as it was entered wrong too often; setting another key ends that. */
  keyLockedUntil: z.optional(momentSchema),
  /** The one link that is good now. */
  invitation: z.optional(z.object({ token: z.string(), expiresAt: momentSchema })),
});
export type EnrollmentSettings = z.output<typeof enrollmentSettingsSchema>;

/** The state of a student's enrollment request; the request is removed once the teacher has approved it. */
export const enrollmentRequestStateSchema = z.enum(['WAITING', 'DECLINED']);
export type EnrollmentRequestState = z.output<typeof enrollmentRequestStateSchema>;

/**
 * The step that a student needs to enroll in a course. `APPROVAL`: a request to the teacher, which is then `WAITING`
 * and may be `DECLINED`; `REMOVED`: only the teacher can enroll the student again.
 */
export const enrollmentWaySchema = z.enum([
  ...enrollmentModeSchema.options,
  ...enrollmentRequestStateSchema.options,
  'REMOVED',
]);
export const enrollmentStateSchema = z.object({ enrolled: z.boolean(), way: openEnum(enrollmentWaySchema) });
export type EnrollmentState = z.output<typeof enrollmentStateSchema>;

/** `ERASED`: the student's account is gone. */
export const enrollmentEndSchema = z.enum(['LEFT', 'REMOVED', 'ERASED']);
export const openEnrollmentEndSchema = openEnum(enrollmentEndSchema);

/** Somebody who is no longer in a course. */
export const formerStudentSchema = z.object({
  /** Missing name: not known at the moment. */
  student: z.object({ _id: userIdSchema, name: z.nullable(z.string()) }),
  ended: openEnrollmentEndSchema,
  endedAt: momentSchema,
});
export type FormerStudent = z.output<typeof formerStudentSchema>;

/** Requests that wait for an answer, or were declined, are forgotten after so many days. */
export const ENROLLMENT_REQUEST_DAYS = 14;
/** How many requests of one student are kept at a time; more than anybody takes courses in a semester. */
export const ENROLLMENT_REQUESTS_OF_STUDENT = 20;
/** How many wait for one course at a time; more than a lecture hall holds. */
export const ENROLLMENT_REQUESTS_OF_COURSE = 3_000;

/** Somebody who asks to be let into a course; to its teacher alone. */
export const enrollmentRequestSchema = z.object({
  /** Missing: not known at the moment. */
  student: z.object({
    _id: userIdSchema,
    name: z.nullable(z.string()),
    email: z.optional(z.string()),
    usn: z.optional(z.string()),
    regNo: z.optional(z.string()),
  }),
  requestedAt: momentSchema,
});
export type EnrollmentRequest = z.output<typeof enrollmentRequestSchema>;

/** How many requests a teacher answers by one press at most. */
export const ENROLLMENT_ANSWERS = 100;
export const enrollmentAnswersSchema = z.object({
  studentIds: z.array(userIdSchema).check(z.minLength(1), z.maxLength(ENROLLMENT_ANSWERS)),
});
/** Whom the answer reached; who took the request back, or was answered before, is not among them. */
export const answeredRequestsSchema = z.object({ studentIds: z.array(userIdSchema) });

export const courseStudentParams = z.object({ id: objectIdSchema, studentId: userIdSchema });
