import { z } from 'zod/mini';
import { momentSchema, namedPersonSchema, objectIdSchema, plainTextSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { chosenSectionShape } from './section-schemas.ts';

export const enrollmentModeSchema = z.enum(['OPEN', 'KEY', 'INVITATION', 'APPROVAL', 'CLOSED']);
export type EnrollmentMode = z.output<typeof enrollmentModeSchema>;
export const openEnrollmentModeSchema = openEnum(enrollmentModeSchema);

/** The default is open enrollment, which only the teacher can end. */
export const enrollmentRulesShape = {
  enrollmentMode: z.optional(openEnrollmentModeSchema),
  mayLeave: z.optional(z.boolean()),
  /** Students outside of the course may mark as guests; such marks count toward no rate. */
  guests: z.optional(z.boolean()),
};

/** Keys are generated, because many accounts could guess a chosen word, each within its own limit. */
export const typedKeySchema = plainTextSchema(200);
export const enrollmentChoiceSchema = z.object(chosenSectionShape);
export const enrollmentSchema = z.object({ key: z.optional(typedKeySchema), ...chosenSectionShape });

/** 128 random bits, base64url. */
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
  /** `true` replaces the key. */
  newKey: z.optional(z.boolean()),
  mayLeave: z.boolean(),
  guests: z.optional(z.boolean()),
});
export type EnrollmentSettingsChange = z.output<typeof enrollmentSettingsChangeSchema>;

/** Only the course's own teacher can see these settings. */
export const enrollmentSettingsSchema = z.object({
  mode: openEnrollmentModeSchema,
  mayLeave: z.boolean(),
  guests: z.optional(z.boolean()),
  key: z.optional(z.string()),
  invitation: z.optional(z.object({ token: z.string(), expiresAt: momentSchema })),
});
export type EnrollmentSettings = z.output<typeof enrollmentSettingsSchema>;

/** An approved request is deleted. */
export const enrollmentRequestStateSchema = z.enum(['WAITING', 'DECLINED']);
export type EnrollmentRequestState = z.output<typeof enrollmentRequestStateSchema>;

/**
 * How a student can enroll. `APPROVAL`: a request to the teacher, which is then `WAITING` and
 * may be `DECLINED`; `REMOVED`: only the teacher can enroll the student again.
 */
export const enrollmentWaySchema = z.enum([
  ...enrollmentModeSchema.options,
  ...enrollmentRequestStateSchema.options,
  'REMOVED',
]);
export const enrollmentStateSchema = z.object({
  enrolled: z.boolean(),
  way: openEnum(enrollmentWaySchema),
  /** Whether the student may mark as a guest without being enrolled. */
  guests: z.optional(z.boolean()),
});
export type EnrollmentState = z.output<typeof enrollmentStateSchema>;

/** `ERASED`: the student's account was deleted. `MOVED`: the next period is in another section. */
export const enrollmentEndSchema = z.enum(['LEFT', 'REMOVED', 'ERASED', 'MOVED']);
export const openEnrollmentEndSchema = openEnum(enrollmentEndSchema);

export const formerStudentSchema = z.object({
  student: namedPersonSchema,
  ended: openEnrollmentEndSchema,
  endedAt: momentSchema,
});
export const studentCourseSchema = z.object({
  _id: objectIdSchema,
  name: z.string(),
  code: z.string(),
  /** Only for courses with several sections. */
  section: z.optional(z.string()),
  termName: z.optional(z.string()),
  active: z.boolean(),
});
export type StudentCourse = z.output<typeof studentCourseSchema>;
export type FormerStudent = z.output<typeof formerStudentSchema>;

/** Waiting and declined requests expire after this time. */
export const ENROLLMENT_REQUEST_DAYS = 14;
export const ENROLLMENT_REQUESTS_OF_STUDENT = 20;
export const ENROLLMENT_REQUESTS_OF_COURSE = 3_000;

/** Only the course's own teacher can see these requests. */
export const enrollmentRequestSchema = z.object({
  /** Fields are missing while they are unknown. */
  student: z.extend(namedPersonSchema, {
    email: z.optional(z.string()),
    usn: z.optional(z.string()),
    regNo: z.optional(z.string()),
  }),
  requestedAt: momentSchema,
});
export type EnrollmentRequest = z.output<typeof enrollmentRequestSchema>;

export const MAX_ENROLLMENT_ANSWERS = 100;
export const enrollmentAnswersSchema = z.object({
  studentIds: z.array(userIdSchema).check(z.minLength(1), z.maxLength(MAX_ENROLLMENT_ANSWERS)),
});
/** Excludes students whose request was withdrawn or answered before. */
export const answeredRequestsSchema = z.object({ studentIds: z.array(userIdSchema) });

export const courseStudentParams = z.object({ id: objectIdSchema, studentId: userIdSchema });
