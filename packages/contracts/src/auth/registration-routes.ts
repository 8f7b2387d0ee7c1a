import { z } from 'zod/mini';
import { departmentNameSchema, nameSchema, semesterSchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { mailedTokenSchema, passwordSchema, refuseTakenNumbersSchema } from './account-schemas.ts';
import { inviteResultSchema } from './people-schemas.ts';
import { signedInSchema, userSchema } from './schemas.ts';

const { post } = routesOf('auth');

/** The link remains valid. */
export const openRegistrationLink = post('/api/auth/registration-link/open', {
  summary: 'Get what is known about the person whom a registration link was sent to',
  access: 'anyone',
  grants: 'reads',
  refusals: [403],
  body: z.object({ token: mailedTokenSchema }),
  answer: z.object({
    ...userSchema.shape,
    /** Assigned by the institution; the person cannot change them. */
    usn: z.optional(z.string()),
    regNo: z.optional(z.string()),
    employeeId: z.optional(z.string()),
    department: z.optional(z.string()),
    semester: z.optional(z.number()),
    /** A teacher typed the name, so the person may correct it. */
    mayCorrectName: z.boolean(),
  }),
});
/** Works once. Using the link verifies the address. Known values are not replaced. */
export const finishRegistration = post('/api/auth/registration-link/finish', {
  summary: 'Register with an emailed registration link',
  access: 'anyone',
  grants: 'outlivesSession',
  proof: 'request',
  tells: { nobody: 'the account begins, and only its person can use the link' },
  refusals: [401, 403],
  body: z.object({
    token: mailedTokenSchema,
    password: passwordSchema,
    name: z.optional(nameSchema(200)),
    usn: z.optional(nameSchema(50)),
    regNo: z.optional(nameSchema(50)),
    employeeId: z.optional(nameSchema(50)),
    department: z.optional(departmentNameSchema),
    semester: z.optional(semesterSchema),
    refuseTakenNumbers: refuseTakenNumbersSchema,
  }),
  status: 201,
  answer: signedInSchema,
});
export const invitePerson = post('/api/auth/people/:id/invite', {
  summary: 'Email a registration link to a person without an account',
  access: 'admin',
  grants: 'changesOwn',
  params: z.object({ id: userIdSchema }),
  answer: z.object({ result: inviteResultSchema }),
});
/** The caller decides who may invite. Unknown people count as `registered`. */
export const invitePeopleInternal = post('/internal/people/invite', {
  summary: 'Email registration links to people without an account',
  access: 'internal',
  grants: 'changesOwn',
  body: z.object({ ids: z.array(userIdSchema).check(z.maxLength(1_000)), by: userIdSchema }),
  answer: z.array(inviteResultSchema),
});
