import { z } from 'zod';
import { momentSchema } from '../common.ts';
import { userSchema } from './schemas.ts';

/** A person as an institution's administrators see them. */
export const managedPersonSchema = userSchema.extend({
  createdAt: momentSchema,
  suspendedAt: momentSchema.nullable(),
  suspendedBecause: z.string().nullable(),
  /** How many devices are registered; students only. */
  deviceCount: z.number().int().optional(),
});
export type ManagedPerson = z.infer<typeof managedPersonSchema>;

/** An invite code by which teachers register themselves; the code itself is answered once, when it is made. */
export const inviteSchema = z.object({
  id: z.uuid(),
  note: z.string(),
  createdAt: momentSchema,
  expiresAt: momentSchema,
  usesLeft: z.number().int(),
});
export type Invite = z.infer<typeof inviteSchema>;
