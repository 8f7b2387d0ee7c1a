import type { InputOf, KnownPerson, routes, StoredLedger } from '@qr-attendance/contracts';
import type { Ledger } from '@qr-attendance/statements';
import type { Database } from '../../db/database.ts';
import { toPerson, withDetails } from '../../core/people/person-rows.ts';
import { readLedgers } from './person-statements.ts';
import { institutionKeyOf } from '../../core/people/rules/judge-record.ts';
import { type Person, personValuesOf } from '../../core/people/rules/person.ts';

type StatementsQuery = InputOf<typeof routes.auth.findPersonStatementsInternal, 'body'>;

const toKnownPerson = (person: Person): KnownPerson => ({
  id: person.id,
  userType: person.details.userType,
  values: personValuesOf(person),
});

const findFormer = async (database: Database, keys: string[]): Promise<Map<string, Ledger>> => {
  if (keys.length === 0) return new Map();
  const rows = await database.personStatements.findMany({
    where: { institutionKeys: { hasSome: keys }, user: { erasedAt: null } },
  });
  return new Map(
    rows.flatMap(({ institutionKeys, ledger }) =>
      institutionKeys.map((key): [string, Ledger] => [key, ledger as unknown as Ledger]),
    ),
  );
};

export const createKnownPeople = (database: Database) => ({
  find: async (institutionIds: string[]): Promise<(KnownPerson | null)[]> => {
    const keys = institutionIds.map(institutionKeyOf);
    const rows = await database.user.findMany({
      where: { institutionKey: { in: keys }, erasedAt: null, withdrawnAt: null },
      include: { ...withDetails, mergedInto: { include: withDetails } },
    });
    const peopleById = new Map(
      rows.map((row) => [row.institutionKey, toKnownPerson(toPerson(row.mergedInto ?? row))]),
    );
    return keys.map((key) => peopleById.get(key) ?? null);
  },
  /** In the order of the ids, including withdrawn people. */
  findStatements: async ({
    institutionIds,
    byEarlierIds = false,
  }: StatementsQuery): Promise<(StoredLedger | null)[]> => {
    const keys = institutionIds.map(institutionKeyOf);
    const rows = await database.user.findMany({
      where: { institutionKey: { in: keys }, erasedAt: null },
      select: { id: true, institutionKey: true },
    });
    const ledgers = await readLedgers(
      database,
      rows.map(({ id }) => id),
    );
    const ledgersByKey = new Map(rows.map(({ id, institutionKey }) => [institutionKey, ledgers.get(id)]));
    const former = await findFormer(
      database,
      byEarlierIds ? keys.filter((key) => !ledgersByKey.has(key)) : [],
    );
    return keys.map((key) => ledgersByKey.get(key) ?? former.get(key) ?? null);
  },
});
export type KnownPeople = ReturnType<typeof createKnownPeople>;
