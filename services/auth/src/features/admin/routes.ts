import { routes, textSchema, type ManagedPerson, type RouteContract } from '@qr-attendance/contracts';
import {
  answerPage,
  describeSource,
  type Handler,
  implement,
  type Implementation,
  notFound,
  readCursor,
} from '@qr-attendance/server';
import { z } from 'zod';
import type { Ledger } from '@qr-attendance/statements';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { MailQueue } from '../../core/email/email-queue.ts';
import type { Erasure } from '../../core/erasure/erasure.ts';
import type { Invites } from '../../core/invites/invites.ts';
import type { People } from '../../core/people/people.ts';
import { type Person, personValuesOf, userOf } from '../../core/people/rules/person.ts';
import { requirePerson } from '../../core/tokens/access-tokens.ts';
import { newInviteCode } from '../../core/tokens/rules/secret.ts';
import { mergePerson, type MergeDeps, previewMerge, undoMerge } from './merge-people.ts';
import {
  confirmProofs,
  erasePerson,
  resetDevices,
  resetSecondFactor,
  restorePerson,
  suspendPerson,
} from './manage-people.ts';

const DAY_MS = 86_400_000;

type Details = Pick<ManagedPerson, 'usn' | 'regNo' | 'department' | 'deviceCount'>;

const detailsOf = ({ details }: Person): Details => {
  switch (details.userType) {
    case 'STUDENT': {
      const { usn, regNo, department, devices } = details.student;
      return { ...(usn && { usn }), ...(regNo && { regNo }), department, deviceCount: devices.length };
    }
    case 'TEACHER':
      return { department: details.teacher.department };
    case 'ADMIN':
      return {};
  }
};

const sourceOf = (person: Person, ledger: Ledger | undefined) =>
  describeSource(ledger, person.withdrawnAt ? undefined : { ...personValuesOf(person) });

const managedOf = (person: Person, keptName?: string, ledger?: Ledger): ManagedPerson => ({
  ...userOf(person),
  createdAt: person.createdAt.toISOString(),
  suspendedAt: person.suspension?.at.toISOString() ?? null,
  suspendedBecause: person.suspension?.because ?? null,
  registered: person.registered,
  ...(person.institutionId !== null && { institutionId: person.institutionId }),
  ...(person.withdrawnAt && { withdrawnAt: person.withdrawnAt.toISOString() }),
  ...(person.mergedInto && { mergedInto: { _id: person.mergedInto, name: keptName ?? '' } }),
  ...detailsOf(person),
  source: sourceOf(person, ledger),
});

const personPositionSchema = z.tuple([textSchema(200), z.uuid()]);
const auditPositionSchema = z.tuple([z.uuid()]);
const invitePositionSchema = z.tuple([z.iso.datetime(), z.uuid()]);

interface Stores extends MergeDeps {
  auditLog: AuditLog;
  mailQueue: Pick<MailQueue, 'countWaiting'>;
  invites: Invites;
  people: People;
  erasure: Erasure;
  clock: () => Date;
}

export const adminRoutes = (context: Stores): Implementation[] => {
  const { auditLog, mailQueue, managed, invites, people, clock } = context;
  const managedAll = async (persons: Person[]): Promise<ManagedPerson[]> => {
    const ids = persons.flatMap(({ mergedInto }) => mergedInto ?? []);
    const [kept, statements, withSecondFactor] = await Promise.all([
      ids.length > 0 ? people.findByIds(ids) : [],
      managed.statementsOf(persons.map(({ id }) => id)),
      managed.findWithSecondFactor(persons.map(({ id }) => id)),
    ]);
    const names = new Map(kept.map(({ id, name }) => [id, name]));
    return persons.map((person) => ({
      ...managedOf(person, names.get(person.mergedInto ?? ''), statements.get(person.id)),
      hasSecondFactor: withSecondFactor.has(person.id),
    }));
  };
  const managedOne = async (person: Person): Promise<ManagedPerson> => {
    const [managedPerson = managedOf(person)] = await managedAll([person]);
    return managedPerson;
  };
  const implementForAdmin = <R extends RouteContract>(route: R, handle: Handler<R>): Implementation =>
    implement(route, async (call) => {
      await requirePerson(context, call.caller);
      return handle(call);
    });
  return [
    implementForAdmin(routes.auth.listPeople, async ({ query, response }) => {
      const position = readCursor(personPositionSchema, query.cursor);
      const after = position && { name: position[0], id: position[1] };
      const rows = await managed.list(query.limit, after, query);
      return managedAll(answerPage(response, rows, query.limit, ({ name, id }) => [name, id]));
    }),
    implementForAdmin(routes.auth.listAccountAudit, async ({ query, response }) => {
      const [before] = readCursor(auditPositionSchema, query.cursor) ?? [];
      const rows = await auditLog.list(query.limit, before, query);
      return answerPage(response, rows, query.limit, ({ _id }) => [_id]);
    }),
    implementForAdmin(routes.auth.countWaitingEmails, () => mailQueue.countWaiting()),
    implementForAdmin(routes.auth.suspendPerson, async ({ caller, params, body }) =>
      managedOne(await suspendPerson(context, caller.id, params.id, body.reason)),
    ),
    implementForAdmin(routes.auth.restorePerson, async ({ caller, params }) =>
      managedOne(await restorePerson(context, caller.id, params.id)),
    ),
    implementForAdmin(routes.auth.resetDevices, async ({ caller, params, body }) =>
      managedOne(await resetDevices(context, caller.id, params.id, body.reason)),
    ),
    implementForAdmin(routes.auth.confirmProofs, async ({ caller, params, body }) =>
      managedOne(await confirmProofs(context, caller.id, params.id, body.reason)),
    ),
    implementForAdmin(routes.auth.resetSecondFactor, async ({ caller, params, body }) =>
      managedOne(await resetSecondFactor(context, caller.id, params.id, body.reason)),
    ),
    implementForAdmin(routes.auth.erasePerson, ({ caller, params, body }) =>
      erasePerson(context, caller.id, params.id, body.reason),
    ),
    implementForAdmin(routes.auth.previewMerge, async ({ params, query }) => {
      const { merged, kept, takesOver } = await previewMerge(context, params.id, query.into);
      return {
        merged: managedOf(merged),
        kept: managedOf(kept),
        ...(takesOver !== null && { takesOver }),
      };
    }),
    implementForAdmin(routes.auth.mergePerson, async ({ caller, params, body }) => {
      const ids = { mergedId: params.id, keptId: body.into };
      return managedOne(await mergePerson(context, caller.id, ids, body.reason));
    }),
    implementForAdmin(routes.auth.undoMerge, async ({ caller, params, body }) =>
      managedOne(await undoMerge(context, caller.id, params.id, body.reason)),
    ),
    implementForAdmin(routes.auth.createInvite, async ({ caller, body }) => {
      const code = newInviteCode();
      const expiresAt = new Date(clock().getTime() + body.expiresInDays * DAY_MS);
      const invite = await invites.add(caller.id, code, { note: body.note, uses: body.uses, expiresAt });
      return { ...invite, code };
    }),
    implementForAdmin(routes.auth.listInvites, async ({ query, response }) => {
      const position = readCursor(invitePositionSchema, query.cursor);
      const before = position && { createdAt: new Date(position[0]), id: position[1] };
      const rows = await invites.list(query.limit, before, clock());
      return answerPage(response, rows, query.limit, ({ createdAt, id }) => [createdAt, id]);
    }),
    implementForAdmin(routes.auth.revokeInvite, async ({ caller, params }) => {
      if (!(await invites.revoke(caller.id, params.id))) throw notFound('Invite code');
    }),
  ];
};
