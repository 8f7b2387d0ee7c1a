import { z } from 'zod';
import { studentSecuritySchema, userTypeSchema } from '../auth/schemas.ts';
import { userIdSchema } from '../common.ts';
import { defineTopic } from './event.ts';

export const userChangedSchema = z.object({
  id: userIdSchema,
  name: z.string(),
  email: z.string(),
  userType: userTypeSchema,
  /** Suspended people's tokens are refused everywhere. */
  suspended: z.boolean().default(false),
  /** The account is gone; name and address are placeholders, and what else is kept of the person goes. */
  erased: z.boolean().default(false),
  version: z.number().int(),
});
export type UserChanged = z.infer<typeof userChangedSchema>;
export const userChanged = defineTopic('auth.user-changed', 'state', userChangedSchema);

export const securityChanged = defineTopic('auth.security-changed', 'state', studentSecuritySchema);
