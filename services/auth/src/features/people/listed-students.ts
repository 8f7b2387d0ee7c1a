import type { AnswerOf, PersonValues, routes, TeacherRegistration } from '@qr-attendance/contracts';
import type { Database, Transaction } from '../../db/database.ts';
import { createWithoutAccount } from './create-without-account.ts';
import { lockPeople, replaceValues, toStoredPerson } from '../../core/people/person-values.ts';
import { retryTaken, TRANSACTION } from './records.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { institutionKeyOf, isUnproven, type StoredPerson } from '../../core/people/rules/judge-record.ts';
import { takeOver } from '../../core/credentials/take-over.ts';

interface Row {
  id: string;
  email_key: string;
  institution_key: string | null;
  usn_key: string;
  reg_no_key: string;
  is_known: boolean;
  /** The institution gave this USN. */
  is_recorded: boolean;
  /** The institution knows the person. */
  is_of_institution: boolean;
}

/** @returns the only person, preferably of those whom the institution stated */
const onlyOne = (rows: Row[], isStated: (row: Row) => boolean): string | null => {
  const stated = rows.filter(isStated);
  const [one, ...others] = new Set((stated.length > 0 ? stated : rows).map(({ id }) => id));
  return others.length === 0 ? (one ?? null) : null;
};

/**
 * Students type their USN and registration number when they register. The institution's records come first, then
 * students who have verified their address; one that several of them have finds nobody.
 */
const findIn = (rows: Row[], typed: string): string | null => {
  if (typed.includes('@'))
    return rows.find(({ email_key, is_known }) => is_known && email_key === emailKeyOf(typed))?.id ?? null;
  const byInstitution = rows.find(({ institution_key }) => institution_key === institutionKeyOf(typed));
  if (byInstitution) return byInstitution.id;
  const withUsn = rows.filter(
    ({ usn_key, is_known }) => is_known && usn_key !== '' && usn_key === typed.toLowerCase(),
  );
  if (withUsn.length > 0) return onlyOne(withUsn, ({ is_recorded }) => is_recorded);
  const withNumber = rows.filter(
    ({ reg_no_key, is_known }) => is_known && reg_no_key !== '' && reg_no_key === typed.toLowerCase(),
  );
  return onlyOne(withNumber, ({ is_of_institution }) => is_of_institution);
};

type Added = AnswerOf<typeof routes.auth.addStudentsInternal>;
interface NewStudent {
  name: string;
  email: string;
}

const outcomeOf = (found: StoredPerson | undefined, takesOver: boolean): Added[number] => {
  if (!found) return { isNew: true };
  // Taken over, the person has no account either.
  if (found.userType === 'STUDENT' && isUnproven(found) && takesOver) return { id: found.id, isNew: true };
  if (found.userType !== 'STUDENT') return { isNew: false, code: 'email_taken' };
  if (found.registered && !found.emailVerified) return { isNew: false, code: 'email_unverified' };
  return { id: found.id, isNew: false };
};

const valuesOf = (person: NewStudent): PersonValues => ({
  ...person,
  institutionId: null,
  usn: null,
  regNo: null,
  department: null,
  semester: null,
});

interface Adding {
  people: NewStudent[];
  /** The teacher. */
  by?: string | undefined;
  preview: boolean;
}

interface Rules {
  /** The lifetime of access tokens. */
  minutes: number;
  teacherRegistration: TeacherRegistration;
}

/**
 * Only a teacher with a verified address whom the institution imported or invited takes over accounts. Others may be
 * strangers, who could reset the accounts of students that have not verified their address yet.
 */
const canTakeOver = async (
  transaction: Transaction,
  by: string | undefined,
  teacherRegistration: TeacherRegistration,
): Promise<boolean> => {
  const teacher = by === undefined ? null : await transaction.user.findUnique({ where: { id: by } });
  const isKnown = teacherRegistration !== 'open' || (teacher?.institutionId ?? null) !== null;
  return teacher?.emailVerified === true && isKnown;
};

const add = async (
  transaction: Transaction,
  { people, by, preview }: Adding,
  { minutes, teacherRegistration }: Rules,
): Promise<Added> => {
  const takesOver = await canTakeOver(transaction, by, teacherRegistration);
  const emailKeys = people.map(({ email }) => emailKeyOf(email));
  const rows = await lockPeople(transaction, { emailKeys });
  const known = new Map(rows.map((row) => [row.email_key, toStoredPerson(row)]));
  if (preview) return emailKeys.map((key) => outcomeOf(known.get(key), takesOver));
  const claimed = takesOver
    ? people.flatMap((person, index) => {
        const holder = known.get(emailKeys[index] ?? '');
        return holder?.userType === 'STUDENT' && isUnproven(holder) ? { id: holder.id, person } : [];
      })
    : [];
  for (const { id } of claimed) await takeOver(transaction, id, minutes);
  await replaceValues(
    transaction,
    claimed.map(({ id, person }) => ({ id, values: valuesOf(person) })),
  );
  const missing = new Map<string, NewStudent>();
  for (const [index, key] of emailKeys.entries()) {
    const person = people[index];
    if (person && !known.has(key) && !missing.has(key)) missing.set(key, person);
  }
  const ids = await createWithoutAccount(
    transaction,
    [...missing.values()].map((person) => ({ role: 'student', values: valuesOf(person) })),
  );
  const created = new Map([...missing.keys()].map((key, index) => [key, ids[index] ?? '']));
  return emailKeys.map((key) => {
    const id = created.get(key);
    return id === undefined ? outcomeOf(known.get(key), takesOver) : { id, isNew: true };
  });
};

export const createListedStudents = (database: Database, rules: Rules) => ({
  find: async (people: string[]): Promise<(string | null)[]> => {
    const typed = people.map((person) => person.trim());
    const lowerCase = typed.map((one) => one.toLowerCase());
    const rows = await database.$queryRaw<Row[]>`
      SELECT k.id::text, u.email_key, u.institution_key, lower(s.usn) AS usn_key, lower(s.reg_no) AS reg_no_key,
             (NOT u.registered OR u.email_verified) AS is_known,
             s.usn_recorded AS is_recorded, u.institution_key IS NOT NULL AS is_of_institution
        FROM users u JOIN students s ON s.user_id = u.id JOIN users k ON k.id = coalesce(u.merged_into_id, u.id)
       WHERE u.erased_at IS NULL AND k.erased_at IS NULL AND k.suspended_at IS NULL
         AND u.withdrawn_at IS NULL AND k.withdrawn_at IS NULL
         AND (u.email_key = ANY (${typed.map(emailKeyOf)}::text[])
              OR u.institution_key = ANY (${typed.map(institutionKeyOf)}::text[])
              OR u.id IN (SELECT user_id FROM students
                           WHERE usn <> '' AND lower(usn) = ANY (${lowerCase}::text[])
                           UNION SELECT user_id FROM students
                           WHERE reg_no <> '' AND lower(reg_no) = ANY (${lowerCase}::text[])))`;
    return typed.map((one) => findIn(rows, one));
  },
  add: (adding: Adding): Promise<Added> =>
    retryTaken(() => database.$transaction((transaction) => add(transaction, adding, rules), TRANSACTION)),
});
export type ListedStudents = ReturnType<typeof createListedStudents>;
