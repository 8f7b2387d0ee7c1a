import { z } from 'zod/mini';
import { openUserTypeSchema, studentSecuritySchema } from '../auth/schemas.ts';
import { userIdSchema } from '../common.ts';
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
  version: z.int(),
});
export type UserChanged = z.infer<typeof userChangedSchema>;
export const userChanged = defineTopic('auth.user-changed', 'state', userChangedSchema);

export const securityChanged = defineTopic('auth.security-changed', 'state', studentSecuritySchema);
