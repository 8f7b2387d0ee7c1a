import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { userSchema } from './schemas.ts';

/** Whether an account may be used. */
export const accountStateSchema = z.enum(['active', 'suspended']);
export type AccountState = z.infer<typeof accountStateSchema>;

/** A person as an institution's administrators see them. */
export const managedPersonSchema = z.extend(userSchema, {
  createdAt: momentSchema,
  suspendedAt: z.nullable(momentSchema),
  suspendedBecause: z.nullable(z.string()),
  /** Students and teachers only. */
  department: z.optional(z.string()),
  /** How many devices are registered; students only. */
  deviceCount: z.optional(z.int()),
});
export type ManagedPerson = z.infer<typeof managedPersonSchema>;

/** An invite code by which teachers register themselves; the code itself is answered once, when it is made. */
export const inviteSchema = z.object({
  id: z.uuid(),
  note: z.string(),
  createdAt: momentSchema,
  expiresAt: momentSchema,
  usesLeft: z.int(),
});
export type Invite = z.infer<typeof inviteSchema>;
