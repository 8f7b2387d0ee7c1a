import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, plainTextSchema, textSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/** Who may enroll in a course: anyone, who knows its key, who has an invitation link, or nobody. */
export const enrollmentModeSchema = z.enum(['OPEN', 'KEY', 'INVITATION', 'CLOSED']);
export type EnrollmentMode = z.output<typeof enrollmentModeSchema>;
export const openEnrollmentModeSchema = openEnum(enrollmentModeSchema);

/** What a course says of its enrollment to everybody. Missing: anyone may enroll, and only the teacher ends it. */
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
/** What a student sends for a key. */
export const typedKeySchema = plainTextSchema(200);

/** Of an invitation link: 128 random bits, base64url. */
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
  /** The one link that is good now. */
  invitation: z.optional(z.object({ token: z.string(), expiresAt: momentSchema })),
});
export type EnrollmentSettings = z.output<typeof enrollmentSettingsSchema>;

/** What stands between a student and a course; `REMOVED`: the teacher has to put the student back. */
export const enrollmentWaySchema = z.enum([...enrollmentModeSchema.options, 'REMOVED']);
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

export const courseStudentParams = z.object({ id: objectIdSchema, studentId: userIdSchema });
