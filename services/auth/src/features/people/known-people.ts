import type { KnownPerson, StoredLedger } from '@qr-attendance/contracts';
import type { Ledger } from '@qr-attendance/statements';
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

/** The statements about people to whom files gave other ids since. Few people have other ids, and fewer are asked about. */
const findFormer = async (database: Database, keys: string[]): Promise<Map<string, Ledger>> => {
  if (keys.length === 0) return new Map();
  const found = await database.$queryRaw<{ key: string; ledger: Ledger }[]>`
    SELECT lower(entry->'values'->>'institutionId') AS key, s.ledger
      FROM person_statements s JOIN users u ON u.id = s.user_id,
           jsonb_array_elements(s.ledger->'entries') entry
     WHERE u.erased_at IS NULL AND lower(entry->'values'->>'institutionId') = ANY (${keys}::text[])`;
  return new Map(found.map(({ key, ledger }) => [key, ledger]));
};

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
  /** In the order of the ids, which people can have had before. Withdrawn people are among them. */
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
    const former = await findFormer(
      database,
      keys.filter((key) => !found.has(key)),
    );
    return keys.map((key) => found.get(key) ?? former.get(key) ?? null);
  },
});
export type KnownPeople = ReturnType<typeof createKnownPeople>;
