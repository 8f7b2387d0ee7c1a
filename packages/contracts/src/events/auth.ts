import { z } from 'zod/mini';
import { openUserTypeSchema, studentSecuritySchema } from '../auth/schemas.ts';
import { momentSchema, userIdSchema } from '../common.ts';
import { defineTopic } from './event.ts';

export const userChangedSchema = z.object({
  id: userIdSchema,
  name: z.string(),
  email: z.string(),
  userType: openUserTypeSchema,
  /** Suspended people's tokens are refused everywhere. */
  suspended: z._default(z.boolean(), false),
  /** The account is gone; name and address are placeholders, and what else is kept of the person goes. */
  erased: z._default(z.boolean(), false),
  /** A student's numbers at the university, by which lists tell people of one name apart. */
  usn: z.optional(z.string()),
  regNo: z.optional(z.string()),
  /** The last sign-out everywhere: access tokens issued before it are refused, of which the last expires at `until`. */
  signedOut: z.optional(z.object({ times: z.int(), at: momentSchema, until: momentSchema })),
  version: z.int(),
});
export type UserChanged = z.infer<typeof userChangedSchema>;
export const userChanged = defineTopic('auth.user-changed', 'state', userChangedSchema);

export const securityChanged = defineTopic('auth.security-changed', 'state', studentSecuritySchema);
