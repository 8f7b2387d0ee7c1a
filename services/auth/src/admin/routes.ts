import {
  routes,
  textSchema,
  type AnswerOf,
  type ManagedPerson,
  type RouteContract,
} from '@qr-attendance/contracts';
import {
  answerPage,
  type Call,
  decodeCursor,
  implement,
  type Implementation,
  notFound,
  DomainError,
} from '@qr-attendance/server';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { type Person, userOf } from '../people/rules/person.ts';
import { requirePerson } from '../sign-in/access-tokens.ts';
import { newInviteCode } from '../sign-in/rules/secret.ts';
import { erasePerson, resetDevices, restorePerson, suspendPerson } from './manage-people.ts';

const DAY_MS = 86_400_000;

const managedOf = (person: Person): ManagedPerson => ({
  ...userOf(person),
  createdAt: person.createdAt.toISOString(),
  suspendedAt: person.suspension?.at.toISOString() ?? null,
  suspendedBecause: person.suspension?.because ?? null,
  ...(person.details.userType === 'STUDENT' ? { deviceCount: person.details.student.devices.length } : {}),
});

const readCursor = <Position>(
  cursor: string | undefined,
  schema: z.ZodType<Position>,
): Position | undefined => {
  if (cursor === undefined) return undefined;
  const position = schema.safeParse(decodeCursor(cursor, 2));
  if (position.success) return position.data;
  throw new DomainError('invalid', 'invalid_cursor', 'cursor is not one this list gave out.');
};
const afterPersonSchema = z.tuple([textSchema(200), z.uuid()]).transform(([name, id]) => ({ name, id }));
const beforeInviteSchema = z
  .tuple([z.iso.datetime(), z.uuid()])
  .transform(([createdAt, id]) => ({ createdAt: new Date(createdAt), id }));

/** What an institution's administrators may do. */
export const adminRoutes = (context: Context): Implementation[] => {
  const { managed, invites, clock } = context;
  const implementForAdmin = <R extends RouteContract>(
    route: R,
    handle: (call: Call<R>) => Promise<AnswerOf<R>>,
  ): Implementation =>
    implement(route, async (call) => {
      await requirePerson(context, call.caller);
      return handle(call);
    });
  return [
    implementForAdmin(routes.auth.listPeople, async ({ query, response }) => {
      const after = readCursor(query.cursor, afterPersonSchema);
      const rows = await managed.list(query.limit, after, query.search);
      return answerPage(response, rows, query.limit, ({ name, id }) => [name, id]).map(managedOf);
    }),
    implementForAdmin(routes.auth.suspendPerson, async ({ caller, params, body }) =>
      managedOf(await suspendPerson(context, caller.id, params.id, body.reason)),
    ),
    implementForAdmin(routes.auth.restorePerson, async ({ caller, params }) =>
      managedOf(await restorePerson(context, caller.id, params.id)),
    ),
    implementForAdmin(routes.auth.resetDevices, async ({ caller, params, body }) =>
      managedOf(await resetDevices(context, caller.id, params.id, body.reason)),
    ),
    implementForAdmin(routes.auth.erasePerson, async ({ caller, params, body }) => {
      await erasePerson(context, caller.id, params.id, body.reason);
      return undefined;
    }),
    implementForAdmin(routes.auth.createInvite, async ({ caller, body }) => {
      const code = newInviteCode();
      const expiresAt = new Date(clock().getTime() + body.expiresInDays * DAY_MS);
      const invite = await invites.add(caller.id, code, { note: body.note, uses: body.uses, expiresAt });
      return { ...invite, code };
    }),
    implementForAdmin(routes.auth.listInvites, async ({ query, response }) => {
      const before = readCursor(query.cursor, beforeInviteSchema);
      const rows = await invites.list(query.limit, before, clock());
      return answerPage(response, rows, query.limit, ({ createdAt, id }) => [createdAt, id]);
    }),
    implementForAdmin(routes.auth.revokeInvite, async ({ caller, params }) => {
      if (!(await invites.revoke(caller.id, params.id))) throw notFound('Invite code');
      return undefined;
    }),
  ];
};
