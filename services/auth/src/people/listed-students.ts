import type { AnswerOf, routes } from '@qr-attendance/contracts';
import type { Database, Transaction } from '../db/database.ts';
import { lockPeople, toStoredPerson } from './person-values.ts';
import { createWithoutAccount, retryTaken, TRANSACTION } from './records.ts';
import { emailKeyOf } from './rules/fold-text.ts';
import { institutionKeyOf, type StoredPerson } from './rules/judge-record.ts';

interface Row {
  id: string;
  email_key: string;
  institution_key: string | null;
  usn_key: string;
  is_known: boolean;
}

/** USNs are what students typed, so one that several have finds nobody. */
const findIn = (rows: Row[], typed: string): string | null => {
  if (typed.includes('@'))
    return rows.find(({ email_key, is_known }) => is_known && email_key === emailKeyOf(typed))?.id ?? null;
  const byInstitution = rows.find(({ institution_key }) => institution_key === institutionKeyOf(typed));
  if (byInstitution) return byInstitution.id;
  const withUsn = rows.filter(({ usn_key }) => usn_key !== '' && usn_key === typed.toLowerCase());
  const [one, ...others] = new Set(withUsn.map(({ id }) => id));
  return others.length === 0 ? (one ?? null) : null;
};

type Added = AnswerOf<typeof routes.auth.addStudentsInternal>;
interface NewStudent {
  name: string;
  email: string;
}

const outcomeOf = (found: StoredPerson | undefined): Added[number] => {
  if (!found) return { isNew: true };
  if (found.userType !== 'STUDENT') return { isNew: false, code: 'email_taken' };
  if (found.registered && !found.emailVerified) return { isNew: false, code: 'email_unverified' };
  return { id: found.id, isNew: false };
};

const add = async (transaction: Transaction, people: NewStudent[], preview: boolean): Promise<Added> => {
  const emailKeys = people.map(({ email }) => emailKeyOf(email));
  const rows = await lockPeople(transaction, { emailKeys });
  const known = new Map(rows.map((row) => [row.email_key, toStoredPerson(row)]));
  if (preview) return emailKeys.map((key) => outcomeOf(known.get(key)));
  const missing = new Map<string, NewStudent>();
  for (const [index, key] of emailKeys.entries()) {
    const person = people[index];
    if (person && !known.has(key) && !missing.has(key)) missing.set(key, person);
  }
  const ids = await createWithoutAccount(
    transaction,
    [...missing.values()].map((person) => ({
      role: 'student',
      values: {
        ...person,
        ...{ institutionId: null, usn: null, regNo: null, department: null, semester: null },
      },
    })),
  );
  const created = new Map([...missing.keys()].map((key, index) => [key, ids[index] ?? '']));
  return emailKeys.map((key) => {
    const id = created.get(key);
    return id === undefined ? outcomeOf(known.get(key)) : { id, isNew: true };
  });
};

export const createListedStudents = (database: Database) => ({
  find: async (people: string[]): Promise<(string | null)[]> => {
    const typed = people.map((person) => person.trim());
    const rows = await database.$queryRaw<Row[]>`
      SELECT k.id::text, u.email_key, u.institution_key, lower(s.usn) AS usn_key,
             (NOT u.registered OR u.email_verified) AS is_known
        FROM users u JOIN students s ON s.user_id = u.id JOIN users k ON k.id = coalesce(u.merged_into_id, u.id)
       WHERE u.erased_at IS NULL AND k.erased_at IS NULL AND k.suspended_at IS NULL
         AND (u.email_key = ANY (${typed.map(emailKeyOf)}::text[])
              OR u.institution_key = ANY (${typed.map(institutionKeyOf)}::text[])
              OR u.id IN (SELECT user_id FROM students
                           WHERE usn <> '' AND lower(usn) = ANY (${typed.map((one) => one.toLowerCase())}::text[])))`;
    return typed.map((one) => findIn(rows, one));
  },
  add: (people: NewStudent[], preview: boolean): Promise<Added> =>
    retryTaken(() => database.$transaction((transaction) => add(transaction, people, preview), TRANSACTION)),
});
