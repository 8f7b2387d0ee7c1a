import type { PersonValues } from '@qr-attendance/contracts';
import { userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { Transaction } from '../../db/database.ts';
import { writeAllToOutbox } from '../events/outbox.ts';
import { toPerson, withDetails } from './person-rows.ts';
import { emailKeyOf } from './rules/fold-text.ts';
import { institutionKeyOf, type StoredPerson } from './rules/judge-record.ts';
import { userChangedOf } from './rules/person.ts';

interface Row {
  id: string;
  user_type: StoredPerson['userType'];
  registered: boolean;
  email_verified: boolean;
  withdrawn: boolean;
  name: string;
  email: string;
  email_key: string;
  institution_id: string | null;
  institution_key: string | null;
  by_merged: boolean;
  usn: string | null;
  reg_no: string | null;
  department: string | null;
  semester: number | null;
}
const textOf = (stored: string | null): string | null => stored || null;

export const toStoredPerson = (row: Row): StoredPerson => ({
  id: row.id,
  userType: row.user_type,
  registered: row.registered,
  emailVerified: row.email_verified,
  withdrawn: row.withdrawn,
  byMerged: row.by_merged,
  values: {
    institutionId: row.institution_id,
    name: row.name,
    email: row.email,
    usn: textOf(row.usn),
    regNo: textOf(row.reg_no),
    department: textOf(row.department),
    semester: row.semester,
  },
});

/**
 * Locks the people, so that nobody registers or changes in between. The address of a merged record finds the
 * kept person; its institution id finds the record itself.
 */
export const lockPeople = (
  transaction: Transaction,
  {
    ids = [],
    institutionKeys = [],
    emailKeys = [],
  }: Partial<Record<'ids' | 'institutionKeys' | 'emailKeys', string[]>>,
): Promise<Row[]> => transaction.$queryRaw<Row[]>`
  SELECT k.id::text, k.user_type::text, k.registered, k.email_verified, k.withdrawn_at IS NOT NULL AS withdrawn,
         k.name, k.email, u.email_key, k.institution_id, u.institution_key, k.id <> u.id AS by_merged,
         s.usn, s.reg_no, s.semester, coalesce(s.department, t.department) AS department
    FROM users u
    JOIN users k ON k.id = CASE WHEN u.id = ANY (${ids}::uuid[]) OR u.institution_key = ANY (${institutionKeys}::text[])
                                THEN u.id ELSE coalesce(u.merged_into_id, u.id) END
    LEFT JOIN students s ON s.user_id = k.id LEFT JOIN teachers t ON t.user_id = k.id
   WHERE (u.id = ANY (${ids}::uuid[]) OR u.institution_key = ANY (${institutionKeys}::text[])
          OR u.email_key = ANY (${emailKeys}::text[])) AND u.erased_at IS NULL
   ORDER BY u.id FOR UPDATE OF u, k`;

export const keysOf = ({ email, institutionId }: PersonValues) => ({
  emailKey: emailKeyOf(email),
  institutionKey: institutionId === null ? null : institutionKeyOf(institutionId),
});

export const publishPeople = async (transaction: Transaction, ids: string[]): Promise<void> => {
  const rows = await transaction.user.findMany({ where: { id: { in: ids } }, include: withDetails });
  await writeAllToOutbox(
    transaction,
    rows.map((row) => createEvent(userChanged, row.id, userChangedOf(toPerson(row)))),
  );
};

/** Replaces the values of people, and publishes them. If the address changes, a trigger ends a withdrawal. */
export const replaceValues = async (
  transaction: Transaction,
  changes: { id: string; values: PersonValues }[],
): Promise<void> => {
  if (changes.length === 0) return;
  const rows = JSON.stringify(changes.map(({ id, values }) => ({ id, ...values, ...keysOf(values) })));
  await transaction.$executeRaw`
    UPDATE users u
       SET name = v.name, email = v.email, email_key = v."emailKey", institution_id = v."institutionId",
           institution_key = v."institutionKey", version = u.version + 1
      FROM jsonb_to_recordset(${rows}::jsonb)
           AS v (id uuid, name text, email text, "emailKey" text, "institutionId" text, "institutionKey" text)
     WHERE u.id = v.id`;
  await transaction.$executeRaw`
    UPDATE students s
       SET usn = coalesce(v.usn, ''), reg_no = coalesce(v."regNo", ''), department = coalesce(v.department, ''),
           semester = v.semester
      FROM jsonb_to_recordset(${rows}::jsonb) AS v (id uuid, usn text, "regNo" text, department text, semester integer)
     WHERE s.user_id = v.id`;
  await transaction.$executeRaw`
    UPDATE teachers t SET department = coalesce(v.department, '')
      FROM jsonb_to_recordset(${rows}::jsonb) AS v (id uuid, department text)
     WHERE t.user_id = v.id`;
  await publishPeople(
    transaction,
    changes.map(({ id }) => id),
  );
};
