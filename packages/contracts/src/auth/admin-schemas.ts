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
  /** False for a person in the institution's records who has no account. */
  registered: z.optional(z.boolean()),
  institutionId: z.optional(z.string()),
  /** When the institution stopped listing the person. */
  withdrawnAt: z.optional(momentSchema),
  mergedInto: z.optional(z.object({ _id: userIdSchema, name: z.string() })),
  /** Only for students; missing while unknown. */
  usn: z.optional(z.string()),
  regNo: z.optional(z.string()),
  /** Only students and teachers have a department. */
  department: z.optional(z.string()),
  deviceCount: z.optional(z.int()),
  /** Servers of earlier releases omit this field. */
  hasSecondFactor: z.optional(z.boolean()),
  /** The source of the person's data; missing if no current source states the person. */
  source: z.optional(statementSourceSchema),
});
export type ManagedPerson = z.infer<typeof managedPersonSchema>;

export const mergePreviewSchema = z.object({
  /** The record that can no longer be used to sign in. */
  merged: managedPersonSchema,
  kept: managedPersonSchema,
  /** The institution id that the kept record gets from the merged record. */
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
