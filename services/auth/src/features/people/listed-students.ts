import type { AnswerOf, PersonValues, routes, TeacherRegistration } from '@qr-attendance/contracts';
import type { Database, Transaction } from '../../db/database.ts';
import { createWithoutAccount } from './create-without-account.ts';
import { lockPeople, replaceValues, toStoredPerson } from '../../core/people/person-values.ts';
import { retryIfTaken, TRANSACTION } from './records.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { institutionKeyOf, isUnproven, type StoredPerson } from '../../core/people/rules/judge-record.ts';
import { takeOver } from '../../core/accounts/close-account.ts';
import { findStudent, type StudentRow } from './rules/find-student.ts';

type AddOutcomes = AnswerOf<typeof routes.auth.addStudentsInternal>;
interface NewStudent {
  name: string;
  email: string;
}

const outcomeOf = (person: StoredPerson | undefined, takesOver: boolean): AddOutcomes[number] => {
  if (!person) return { isNew: true };
  // Taking over an unverified account counts as adding a new person.
  if (person.userType === 'STUDENT' && isUnproven(person) && takesOver) return { id: person.id, isNew: true };
  if (person.userType !== 'STUDENT') return { isNew: false, code: 'email_taken' };
  if (person.registered && !person.emailVerified) return { isNew: false, code: 'email_unverified' };
  return { id: person.id, isNew: false };
};

const valuesOf = (person: NewStudent): PersonValues => ({
  ...person,
  institutionId: null,
  usn: null,
  regNo: null,
  department: null,
  semester: null,
});

interface StudentsToAdd {
  people: NewStudent[];
  by?: string | undefined;
  preview: boolean;
}

interface Rules {
  minutes: number;
  teacherRegistration: TeacherRegistration;
}

/**
 * Only a teacher with a verified address, whom the institution imported or invited, takes over accounts.
 * Others may be strangers, who could reset the accounts of students with an unverified address.
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
  { people, by, preview }: StudentsToAdd,
  { minutes, teacherRegistration }: Rules,
): Promise<AddOutcomes> => {
  const takesOver = await canTakeOver(transaction, by, teacherRegistration);
  const emailKeys = people.map(({ email }) => emailKeyOf(email));
  const rows = await lockPeople(transaction, { emailKeys });
  const byEmailKey = new Map(rows.map((row) => [row.email_key, toStoredPerson(row)]));
  if (preview) return emailKeys.map((key) => outcomeOf(byEmailKey.get(key), takesOver));
  const claimed = takesOver
    ? people.flatMap((person, index) => {
        const holder = byEmailKey.get(emailKeys[index] ?? '');
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
    if (person && !byEmailKey.has(key) && !missing.has(key)) missing.set(key, person);
  }
  const ids = await createWithoutAccount(
    transaction,
    [...missing.values()].map((person) => ({ role: 'student', values: valuesOf(person) })),
  );
  const created = new Map([...missing.keys()].map((key, index) => [key, ids[index] ?? '']));
  return emailKeys.map((key) => {
    const id = created.get(key);
    return id === undefined ? outcomeOf(byEmailKey.get(key), takesOver) : { id, isNew: true };
  });
};

export const createListedStudents = (database: Database, rules: Rules) => ({
  find: async (people: string[]): Promise<(string | null)[]> => {
    const typed = people.map((person) => person.trim());
    const lowerCase = typed.map((one) => one.toLowerCase());
    const rows = await database.$queryRaw<StudentRow[]>`
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
    return typed.map((one) => findStudent(rows, one));
  },
  add: (adding: StudentsToAdd): Promise<AddOutcomes> =>
    retryIfTaken(() => database.$transaction((transaction) => add(transaction, adding, rules), TRANSACTION)),
});
export type ListedStudents = ReturnType<typeof createListedStudents>;
