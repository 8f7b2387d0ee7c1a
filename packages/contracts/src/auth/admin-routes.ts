import { z } from 'zod/mini';
import { departmentNameSchema, pageQuerySchema, searchSchema, textSchema, userIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { accountStateSchema, inviteSchema, managedPersonSchema } from './admin-schemas.ts';
import { userTypeSchema } from './schemas.ts';

const service = 'auth' as const;
const personParams = z.object({ id: userIdSchema });
const reasonBody = z.object({ reason: textSchema(500) });

export const listPeople = defineRoute({
  service,
  method: 'get',
  path: '/api/auth/people',
  summary: 'People by name; `search` finds part of a name or an address, or a whole id; the others filter',
  access: 'admin',
  query: z.extend(pageQuerySchema, {
    search: z.optional(searchSchema),
    role: z.optional(userTypeSchema),
    department: z.optional(departmentNameSchema),
    state: z.optional(accountStateSchema),
  }),
  answer: z.array(managedPersonSchema),
});
/** Signs the person out everywhere; tokens still in use are refused within seconds. */
export const suspendPerson = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/people/:id/suspend',
  summary: 'Suspend an account; a repeat changes nothing',
  access: 'admin',
  params: personParams,
  body: reasonBody,
  answer: managedPersonSchema,
});
export const restorePerson = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/people/:id/restore',
  summary: 'Let a suspended person in again; a repeat changes nothing',
  access: 'admin',
  params: personParams,
  answer: managedPersonSchema,
});
/** The next device counts at once. */
export const resetDevices = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/people/:id/reset-devices',
  summary: "Forget a student's devices and the cool-down",
  access: 'admin',
  params: personParams,
  body: reasonBody,
  answer: managedPersonSchema,
});
/** For who has shown the institution who they are. */
export const confirmProofs = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/people/:id/confirm-proofs',
  summary: "Let a student's new devices and passkeys count at once; a repeat changes nothing",
  access: 'admin',
  params: personParams,
  body: reasonBody,
  answer: managedPersonSchema,
});
export const erasePerson = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/people/:id/erase',
  summary: 'Delete an account and what identifies its owner; counts stay',
  access: 'admin',
  params: personParams,
  body: reasonBody,
  status: 204,
  answer: z.undefined(),
});
export const createInvite = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/invites',
  summary: 'Make an invite code for teachers',
  access: 'admin',
  body: z.object({
    note: textSchema(200),
    expiresInDays: z._default(z.int().check(z.gte(1), z.lte(365)), 14),
    uses: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
  }),
  status: 201,
  answer: z.extend(inviteSchema, { code: z.string() }),
});
export const listInvites = defineRoute({
  service,
  method: 'get',
  path: '/api/auth/invites',
  summary: 'Invite codes that can still be used; newest first',
  access: 'admin',
  query: pageQuerySchema,
  answer: z.array(inviteSchema),
});
export const revokeInvite = defineRoute({
  service,
  method: 'delete',
  path: '/api/auth/invites/:id',
  summary: 'Make an invite code worthless',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  status: 204,
  answer: z.undefined(),
});
