import { z } from 'zod/mini';
import { departmentNameSchema, pageQuerySchema, searchSchema, textSchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import {
  accountStateSchema,
  inviteSchema,
  managedPersonSchema,
  mergePreviewSchema,
} from './admin-schemas.ts';
import { userTypeSchema } from './schemas.ts';

const { get, post, remove } = routesOf('auth');
const personParams = z.object({ id: userIdSchema });
const reasonBody = z.object({ reason: textSchema(500) });

/** Withdrawn people are listed only with the state `withdrawn`. */
export const listPeople = get('/api/auth/people', {
  summary: 'List people by name; `search` matches parts of names, addresses and numbers, or a whole id',
  access: 'admin',
  grants: 'reads',
  query: z.extend(pageQuerySchema, {
    search: z.optional(searchSchema),
    role: z.optional(userTypeSchema),
    department: z.optional(departmentNameSchema),
    state: z.optional(accountStateSchema),
  }),
  answer: z.array(managedPersonSchema),
});
/** Ends every sign-in of the person; services reject current tokens within seconds. */
export const suspendPerson = post('/api/auth/people/:id/suspend', {
  summary: 'Suspend an account (idempotent)',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['account_suspended'],
  params: personParams,
  body: reasonBody,
  answer: managedPersonSchema,
});
export const restorePerson = post('/api/auth/people/:id/restore', {
  summary: 'Restore a suspended account (idempotent)',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['account_restored'],
  params: personParams,
  answer: managedPersonSchema,
});
/** The next device has no cool-down. */
export const resetDevices = post('/api/auth/people/:id/reset-devices', {
  summary: "Reset a student's devices and cool-down",
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['devices_reset', 'account_devices_reset'],
  params: personParams,
  body: reasonBody,
  answer: managedPersonSchema,
});
/** For a person who lost the app and the recovery codes. If the role requires a factor, the next sign-in sets one up. */
export const resetSecondFactor = post('/api/auth/people/:id/reset-second-factor', {
  summary: 'Remove the second factor of a person (idempotent)',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['second_factor_reset', 'account_second_factor_reset'],
  params: personParams,
  body: reasonBody,
  answer: managedPersonSchema,
});
/** Used for a student who has proved their identity to the institution. */
export const confirmProofs = post('/api/auth/people/:id/confirm-proofs', {
  summary: 'Confirm all new devices and passkeys of a student (idempotent)',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['proofs_confirmed'],
  params: personParams,
  body: reasonBody,
  answer: managedPersonSchema,
});
export const erasePerson = post('/api/auth/people/:id/erase', {
  summary: 'Delete an account and all personal data; counts stay',
  access: 'admin',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['account_erased', 'person_erased'],
  params: personParams,
  body: reasonBody,
});
export const previewMerge = get('/api/auth/people/:id/merge', {
  summary: 'Preview a merge into another record of the same student',
  access: 'admin',
  grants: 'reads',
  params: personParams,
  query: z.object({ into: userIdSchema }),
  answer: mergePreviewSchema,
});
/**
 * Everything recorded about the student now belongs to the kept record, and the student can sign in only with that
 * record. Stored facts keep their id, so that the merge can be undone.
 */
export const mergePerson = post('/api/auth/people/:id/merge', {
  summary: 'Merge a student into another record of the same student (idempotent)',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['accounts_merged'],
  params: personParams,
  body: z.object({ into: userIdSchema, reason: textSchema(500) }),
  answer: managedPersonSchema,
});
export const undoMerge = post('/api/auth/people/:id/undo-merge', {
  summary: 'Separate a merged student again (idempotent)',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['merge_undone'],
  params: personParams,
  body: reasonBody,
  answer: managedPersonSchema,
});
export const createInvite = post('/api/auth/invites', {
  summary: 'Create an invite code for teachers',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['invite_created'],
  body: z.object({
    note: textSchema(200),
    expiresInDays: z._default(z.int().check(z.gte(1), z.lte(365)), 14),
    uses: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
  }),
  status: 201,
  answer: z.extend(inviteSchema, { code: z.string() }),
});
export const listInvites = get('/api/auth/invites', {
  summary: 'List usable invite codes, newest first',
  access: 'admin',
  grants: 'reads',
  query: pageQuerySchema,
  answer: z.array(inviteSchema),
});
export const revokeInvite = remove('/api/auth/invites/:id', {
  summary: 'Revoke an invite code',
  access: 'admin',
  grants: 'changesOwn',
  params: z.object({ id: z.uuid() }),
});
/** Excludes emails that are not due yet, such as notices about a class that just ended. */
export const countWaitingEmails = get('/api/auth/waiting-emails', {
  summary: 'Count the emails that wait to be sent',
  access: 'admin',
  grants: 'reads',
  answer: z.object({
    waiting: z.int(),
    retried: z.int(),
  }),
});
