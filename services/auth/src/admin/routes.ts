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
import type { Invites } from './invites.ts';
import type { ManagedPeople } from './managed-people.ts';
import { newInviteCode } from './rules/invite-code.ts';
import { userOf, type Person } from '../people/rules/person.ts';
import type { ManagePeople } from './manage-people.ts';
import type { RequirePerson } from '../people/require-person.ts';

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

interface Deps {
  managed: Pick<ManagedPeople, 'list'>;
  managePeople: ManagePeople;
  invites: Invites;
  requirePerson: RequirePerson;
}

/** What an institution's administrators may do. */
export const makeAdminRoutes = ({
  managed,
  managePeople,
  invites,
  requirePerson,
}: Deps): Implementation[] => {
  const implementForAdmin = <R extends RouteContract>(
    route: R,
    handle: (call: Call<R>) => Promise<AnswerOf<R>>,
  ): Implementation =>
    implement(route, async (call) => {
      await requirePerson(call.caller);
      return handle(call);
    });
  return [
    implementForAdmin(routes.auth.listPeople, async ({ query, response }) => {
      const after = readCursor(query.cursor, afterPersonSchema);
      const rows = await managed.list(query.limit, after, query.search);
      return answerPage(response, rows, query.limit, ({ name, id }) => [name, id]).map(managedOf);
    }),
    implementForAdmin(routes.auth.suspendPerson, async ({ caller, params, body }) =>
      managedOf(await managePeople.suspend(caller.id, params.id, body.reason)),
    ),
    implementForAdmin(routes.auth.restorePerson, async ({ caller, params }) =>
      managedOf(await managePeople.restore(caller.id, params.id)),
    ),
    implementForAdmin(routes.auth.resetDevices, async ({ caller, params, body }) =>
      managedOf(await managePeople.resetDevices(caller.id, params.id, body.reason)),
    ),
    implementForAdmin(routes.auth.erasePerson, async ({ caller, params, body }) => {
      await managePeople.erase(caller.id, params.id, body.reason);
      return undefined;
    }),
    implementForAdmin(routes.auth.createInvite, async ({ caller, body }) => {
      const code = newInviteCode();
      const expiresAt = new Date(Date.now() + body.expiresInDays * DAY_MS);
      const invite = await invites.add(caller.id, code, { note: body.note, uses: body.uses, expiresAt });
      return { ...invite, code };
    }),
    implementForAdmin(routes.auth.listInvites, async ({ query, response }) => {
      const before = readCursor(query.cursor, beforeInviteSchema);
      const rows = await invites.list(query.limit, before, new Date());
      return answerPage(response, rows, query.limit, ({ createdAt, id }) => [createdAt, id]);
    }),
    implementForAdmin(routes.auth.revokeInvite, async ({ caller, params }) => {
      if (!(await invites.revoke(caller.id, params.id))) throw notFound('Invite code');
      return undefined;
    }),
  ];
};
