import type { PersonRecord } from '@qr-attendance/contracts';
import type { Transaction } from '../../db/database.ts';
import { lockPeople, toStoredPerson } from '../../core/people/person-values.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import type { StoredPerson } from '../../core/people/rules/judge-record.ts';

const lower = (texts: (string | undefined)[]): string[] =>
  texts.flatMap((text) => (text === undefined ? [] : text.toLowerCase()));

/**
 * Finds and locks withdrawn people with the address or a number of these records: they may be the same people
 * under other ids (rule 13 of statements).
 */
export const findWithdrawn = async (
  transaction: Transaction,
  records: PersonRecord[],
): Promise<Map<PersonRecord, StoredPerson[]>> => {
  if (records.length === 0) return new Map();
  const emails = lower(records.map(({ email }) => email.trim()));
  const numbers = lower(records.flatMap(({ usn, regNo }) => [usn, regNo]));
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT u.id::text FROM users u LEFT JOIN students s ON s.user_id = u.id
     WHERE u.withdrawn_at IS NOT NULL AND u.erased_at IS NULL AND u.institution_id IS NOT NULL
       AND (lower(u.email) = ANY (${emails}::text[]) OR lower(s.usn) = ANY (${numbers}::text[])
            OR lower(s.reg_no) = ANY (${numbers}::text[]))`;
  if (rows.length === 0) return new Map();
  const people = (await lockPeople(transaction, { ids: rows.map(({ id }) => id) })).map(toStoredPerson);
  const hasSame = (one: string | undefined, other: string | null): boolean =>
    one !== undefined && other !== null && one.toLowerCase() === other.toLowerCase();
  const isOf = ({ email, usn, regNo }: PersonRecord, { values }: StoredPerson): boolean =>
    emailKeyOf(email) === emailKeyOf(values.email) ||
    hasSame(usn, values.usn) ||
    hasSame(regNo, values.regNo);
  return new Map(
    records.flatMap((record): [PersonRecord, StoredPerson[]][] => {
      const candidates = people.filter((person) => isOf(record, person));
      return candidates.length > 0 ? [[record, candidates]] : [];
    }),
  );
};
