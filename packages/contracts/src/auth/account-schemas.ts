import { z } from 'zod/mini';
import { departmentNameSchema, plainTextSchema, semesterSchema, nameSchema } from '../common.ts';

// The fields of registration and sign-in, in a separate module, because most pages do not need them.

export const emailSchema = z.pipe(
  z.string().check(z.trim(), z.maxLength(254)),
  z.email('must be an email address'),
);
/** Limits only the length, not the composition (NIST SP 800-63B). */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
export const passwordSchema = z
  .string()
  .check(
    z.minLength(PASSWORD_LENGTH.min, `must be at least ${PASSWORD_LENGTH.min} characters`),
    z.maxLength(PASSWORD_LENGTH.max, `must be at most ${PASSWORD_LENGTH.max} characters`),
  );

/** The current password, which is entered again before an irreversible action. */
export const presentPasswordSchema = z.string().check(z.minLength(1, 'is required'), z.maxLength(128));
export const mailedTokenSchema = z.string().check(z.minLength(1, 'is required'), z.maxLength(200));

/** Asks for 409 `number_taken` instead of an account if another person has the USN or registration number. */
export const refuseTakenNumbersSchema = z.optional(z.boolean());

const registrationBase = { name: nameSchema(200), email: emailSchema, password: passwordSchema };
export const registrationSchema = z.discriminatedUnion('userType', [
  z.object({
    ...registrationBase,
    userType: z.literal('STUDENT'),
    /** Is stored only if the institution uses the number. */
    usn: z.optional(nameSchema(50)),
    regNo: z.optional(nameSchema(50)),
    department: departmentNameSchema,
    semester: semesterSchema,
    refuseTakenNumbers: refuseTakenNumbersSchema,
  }),
  z.object({
    ...registrationBase,
    userType: z.literal('TEACHER'),
    employeeId: nameSchema(50),
    department: departmentNameSchema,
    /** Required if teachers register by invite. */
    inviteCode: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
]);
export type Registration = z.output<typeof registrationSchema>;

/** `open`: anyone registers as a teacher; `invite`: with an invite code; `closed`: nobody. */
export const teacherRegistrationSchema = z.enum(['open', 'invite', 'closed']);
export type TeacherRegistration = z.infer<typeof teacherRegistrationSchema>;

/**
 * `shown`: the sign-in page shows the password field; `behind-link`: a link on the page opens the field; `off`: only
 * administrators may sign in with a password, and all administrators are notified of each such sign-in.
 */
export const passwordSignInSchema = z.enum(['shown', 'behind-link', 'off']);
export type PasswordSignIn = z.infer<typeof passwordSignInSchema>;

export const credentialsSchema = z.object({
  email: plainTextSchema(254).check(z.minLength(1, 'is required')),
  password: presentPasswordSchema,
});
