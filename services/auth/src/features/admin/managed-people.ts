import { type AccountState, searchWords, type UserType } from '@qr-attendance/contracts';
import { z } from 'zod';
import type { Ledger } from '@qr-attendance/statements';
import type { Database } from '../../db/database.ts';
import { Prisma } from '../../db/generated/client.ts';
import { queueMail } from '../../core/email/email-queue.ts';
import { writeAdminAction } from '../../core/audit/write-admin-action.ts';
import { changeUser, signedOutNow } from '../../core/accounts/accounts.ts';
import { toPerson, withDetails } from '../../core/people/person-rows.ts';
import type { Person } from '../../core/people/rules/person.ts';
import { endCoolDowns } from '../../core/security/confirm-proofs.ts';
import { resetSecondFactorOf } from './reset-second-factor.ts';
import { changeStudent } from '../../core/security/student-security.ts';
import { removeRefreshTokensOf } from '../../core/tokens/refresh-tokens.ts';

export interface PeopleFilters {
  search?: string | undefined;
  role?: UserType | undefined;
  department?: string | undefined;
  state?: AccountState | undefined;
}

/**
 * Reads the statements of files about people; each entry only has its last run, because the number of runs
 * grows with each file.
 */
const readLastStatements = async (
  database: Pick<Database, '$queryRaw'>,
  ids: string[],
): Promise<Map<string, Ledger>> => {
  if (ids.length === 0) return new Map();
  const rows = await database.$queryRaw<{ id: string; ledger: Ledger }[]>`
    SELECT user_id::text AS id,
           ledger || jsonb_build_object('entries', (
             SELECT coalesce(jsonb_agg(entry || jsonb_build_object('runs', jsonb_path_query_array(entry, '$.runs[last]'))
                                       ORDER BY place), '[]'::jsonb)
               FROM jsonb_array_elements(ledger->'entries') WITH ORDINALITY AS e (entry, place))) AS ledger
      FROM person_statements WHERE user_id = ANY (${ids}::uuid[])`;
  return new Map(rows.map(({ id, ledger }) => [id, ledger]));
};

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** Each word may occur anywhere and in any order, so `Hopper Grace` finds Grace Hopper. */
const matches = (search: string): Prisma.Sql => {
  const words = searchWords(search).map(
    (word) => Prisma.sql`search_text LIKE ${`%${escapeLike(word)}%`}::text`,
  );
  // A text that consists of accents has no words.
  const inText = words.length > 0 ? Prisma.join(words, ' AND ') : Prisma.sql`true`;
  const id = search.trim().toLowerCase();
  return isId(id) ? Prisma.sql`id = ${id}::uuid OR ${inText}` : inText;
};

/** Omits conditions without a filter, so that each combination gets a separate query plan. */
const conditionsOf = ({ search = '', role, department, state }: PeopleFilters): Prisma.Sql => {
  const conditions = [
    ...(search.trim() ? [Prisma.sql`AND (${matches(search)})`] : []),
    ...(role ? [Prisma.sql`AND user_type = ${role}::user_type`] : []),
    ...(department
      ? [
          Prisma.sql`AND (EXISTS (SELECT FROM students WHERE user_id = id AND department = ${department}::text)
                     OR EXISTS (SELECT FROM teachers WHERE user_id = id AND department = ${department}::text))`,
        ]
      : []),
    state === 'withdrawn' ? Prisma.sql`AND withdrawn_at IS NOT NULL` : Prisma.sql`AND withdrawn_at IS NULL`,
    ...(state === 'merged' ? [Prisma.sql`AND merged_into_id IS NOT NULL`] : []),
    ...(state && state !== 'merged' && state !== 'withdrawn' ? [Prisma.sql`AND merged_into_id IS NULL`] : []),
    ...(state === 'suspended' ? [Prisma.sql`AND suspended_at IS NOT NULL`] : []),
    ...(state === 'active' ? [Prisma.sql`AND suspended_at IS NULL AND registered`] : []),
    ...(state === 'unregistered' ? [Prisma.sql`AND suspended_at IS NULL AND NOT registered`] : []),
  ];
  return Prisma.join(conditions, ' ');
};

/** Excludes erased people, and also withdrawn people unless the filter asks for them. */
export const createManagedPeople = (database: Database, accessTokenMinutes: number) => {
  const find = async (id: string): Promise<Person | undefined> => {
    const row = await database.user.findUnique({ where: { id, erasedAt: null }, include: withDetails });
    return row ? toPerson(row) : undefined;
  };
  return {
    find,
    statementsOf: (ids: string[]) => readLastStatements(database, ids),
    list: async (limit: number, after: { name: string; id: string } | undefined, filters: PeopleFilters) => {
      const page = await database.$queryRaw<{ id: string }[]>`
        SELECT id::text FROM users
         WHERE erased_at IS NULL ${conditionsOf(filters)}
           AND (${after === undefined}::boolean OR (name, id) > (${after?.name ?? ''}::text, ${after?.id ?? null}::uuid))
         ORDER BY name, id LIMIT ${limit + 1}`;
      const ids = page.map(({ id }) => id);
      const rows = await database.user.findMany({ where: { id: { in: ids } }, include: withDetails });
      const people = new Map(rows.map((row) => [row.id, toPerson(row)]));
      return ids.flatMap((id) => people.get(id) ?? []);
    },
    /** Signs the person out everywhere. A repeated suspension keeps the first reason. */
    suspend: (adminId: string, personId: string, reason: string): Promise<void> =>
      database.$transaction(async (transaction) => {
        const changed = await changeUser(
          transaction,
          personId,
          { erasedAt: null, suspendedAt: null },
          { suspendedAt: new Date(), suspendedBecause: reason, ...signedOutNow(accessTokenMinutes) },
        );
        if (!changed) return;
        await removeRefreshTokensOf(transaction, personId);
        await transaction.passwordReset.deleteMany({ where: { userId: personId } });
        await writeAdminAction(transaction, { adminId, personId, reason, action: 'suspend' });
      }),
    restore: (adminId: string, personId: string): Promise<void> =>
      database.$transaction(async (transaction) => {
        const changed = await changeUser(
          transaction,
          personId,
          { erasedAt: null, suspendedAt: { not: null } },
          { suspendedAt: null, suspendedBecause: null },
        );
        if (changed) await writeAdminAction(transaction, { adminId, personId, action: 'restore' });
      }),
    resetDevices: (adminId: string, personId: string, reason: string): Promise<boolean> =>
      database.$transaction(async (transaction) => {
        const student = await changeStudent(
          transaction,
          personId,
          { deviceRemovedAt: null, firstDeviceAt: null },
          async () => {
            await transaction.device.deleteMany({ where: { studentId: personId } });
            await transaction.removedDevice.deleteMany({ where: { studentId: personId } });
          },
        );
        if (!student) return false;
        await queueMail(transaction, { userId: personId }, { kind: 'devices_reset' });
        await writeAdminAction(transaction, { adminId, personId, reason, action: 'reset devices' });
        return true;
      }),
    findWithSecondFactor: async (ids: string[]): Promise<Set<string>> => {
      const where = { userId: { in: ids }, activeSince: { not: null } };
      const rows = await database.secondFactor.findMany({ where, select: { userId: true } });
      return new Set(rows.map(({ userId }) => userId));
    },
    resetSecondFactor: (adminId: string, personId: string, reason: string): Promise<boolean> =>
      database.$transaction((transaction) => resetSecondFactorOf(transaction, personId, { adminId, reason })),
    recordRegistrationLink: (adminId: string, personId: string): Promise<void> =>
      writeAdminAction(database, { adminId, personId, action: 'send registration link' }),
    confirmProofs: (adminId: string, personId: string, reason: string): Promise<boolean> =>
      database.$transaction(async (transaction) => {
        const student = await changeStudent(transaction, personId, {}, (_transaction, before) =>
          endCoolDowns(transaction, personId, before),
        );
        if (!student) return false;
        await writeAdminAction(transaction, { adminId, personId, reason, action: 'confirm proofs' });
        return true;
      }),
  };
};
export type ManagedPeople = ReturnType<typeof createManagedPeople>;
