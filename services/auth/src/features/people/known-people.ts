import type { KnownPerson, StoredLedger } from '@qr-attendance/contracts';
import type { Database } from '../../db/database.ts';
import { toPerson, withDetails } from '../../core/people/person-rows.ts';
import { readLedgers } from './person-statements.ts';
import { institutionKeyOf } from '../../core/people/rules/judge-record.ts';
import { type Person, personValuesOf } from '../../core/people/rules/person.ts';

const toKnownPerson = (person: Person): KnownPerson => ({
  id: person.id,
  userType: person.details.userType,
  values: personValuesOf(person),
});

export const createKnownPeople = (database: Database) => ({
  /** In the order of the ids. */
  find: async (institutionIds: string[]): Promise<(KnownPerson | null)[]> => {
    const keys = institutionIds.map(institutionKeyOf);
    const rows = await database.user.findMany({
      where: { institutionKey: { in: keys }, erasedAt: null, withdrawnAt: null },
      include: { ...withDetails, mergedInto: { include: withDetails } },
    });
    const found = new Map(
      rows.map((row) => [row.institutionKey, toKnownPerson(toPerson(row.mergedInto ?? row))]),
    );
    return keys.map((key) => found.get(key) ?? null);
  },
  /** In the order of the ids. Withdrawn people are among them. */
  findStatements: async (institutionIds: string[]): Promise<(StoredLedger | null)[]> => {
    const keys = institutionIds.map(institutionKeyOf);
    const rows = await database.user.findMany({
      where: { institutionKey: { in: keys }, erasedAt: null },
      select: { id: true, institutionKey: true },
    });
    const ledgers = await readLedgers(
      database,
      rows.map(({ id }) => id),
    );
    const found = new Map(rows.map(({ id, institutionKey }) => [institutionKey, ledgers.get(id)]));
    return keys.map((key) => found.get(key) ?? null);
  },
});
export type KnownPeople = ReturnType<typeof createKnownPeople>;
