import { z } from 'zod/mini';
import { momentSchema, userIdSchema } from '../common.ts';
import { statementSourceSchema } from '../statements.ts';
import { userSchema } from './schemas.ts';

export const accountStateSchema = z.enum(['active', 'unregistered', 'suspended', 'merged', 'withdrawn']);
export type AccountState = z.infer<typeof accountStateSchema>;

export const managedPersonSchema = z.extend(userSchema, {
  createdAt: momentSchema,
  suspendedAt: z.nullable(momentSchema),
  suspendedBecause: z.nullable(z.string()),
  /** False for somebody from the institution's records who has no account yet. */
  registered: z.optional(z.boolean()),
  institutionId: z.optional(z.string()),
  /** Since when the institution no longer lists the person. */
  withdrawnAt: z.optional(momentSchema),
  /** The person whose second record this is. */
  mergedInto: z.optional(z.object({ _id: userIdSchema, name: z.string() })),
  /** Students only; missing where unknown. */
  usn: z.optional(z.string()),
  regNo: z.optional(z.string()),
  /** Students and teachers only. */
  department: z.optional(z.string()),
  deviceCount: z.optional(z.int()),
  /** Missing if no file or other source states the person now. */
  source: z.optional(statementSourceSchema),
});
export type ManagedPerson = z.infer<typeof managedPersonSchema>;

export const mergePreviewSchema = z.object({
  /** The record that is given up. */
  merged: managedPersonSchema,
  /** The record that stays. */
  kept: managedPersonSchema,
  /** The institution's id that the kept record takes over. */
  takesOver: z.optional(z.string()),
});
export type MergePreview = z.infer<typeof mergePreviewSchema>;

/** The code itself is returned only once, when it is created. */
export const inviteSchema = z.object({
  id: z.uuid(),
  note: z.string(),
  createdAt: momentSchema,
  expiresAt: momentSchema,
  usesLeft: z.int(),
});
export type Invite = z.infer<typeof inviteSchema>;
