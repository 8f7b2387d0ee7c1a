import type { PersonRecord, PersonValues, RecordRefusal } from '@qr-attendance/contracts';
import { emailKeyOf, foldText } from './fold-text.ts';
import { isUnprovenAccount } from './person.ts';

/** A stored person as far as records of the institution are concerned. */
export interface StoredPerson {
  id: string;
  userType: 'TEACHER' | 'STUDENT' | 'ADMIN';
  registered: boolean;
  emailVerified: boolean;
  withdrawn: boolean;
  /** Found by the id or address of a record that was merged into this person. */
  byMerged: boolean;
  values: PersonValues;
}

export const institutionKeyOf = (institutionId: string): string => foldText(institutionId.trim());

export const isUnproven = ({ byMerged, values, ...account }: StoredPerson): boolean =>
  !byMerged && isUnprovenAccount({ ...account, ...values });

/** Created by a teacher who typed the address. */
const isListed = ({ registered, byMerged, values }: StoredPerson): boolean =>
  !registered && !byMerged && values.institutionId === null;

/** Neither the institution nor the owner of the address vouches for the person, who gives way to those. */
export const isClaim = (person: StoredPerson): boolean => isUnproven(person) || isListed(person);

const userTypeOf = ({ role }: PersonRecord) => (role === 'staff' ? 'TEACHER' : 'STUDENT');

const studentValuesOf = (
  { role, usn, regNo, semester }: PersonRecord,
  before: PersonValues | undefined,
): Pick<PersonValues, 'usn' | 'regNo' | 'semester'> =>
  role === 'staff'
    ? { usn: null, regNo: null, semester: null }
    : {
        usn: usn ?? before?.usn ?? null,
        regNo: regNo ?? before?.regNo ?? null,
        semester: semester ?? before?.semester ?? null,
      };

/** A registered person keeps the address, and so does one whose merged record has the given address. */
const keepsEmail = ({ byId, byEmail }: Matches): boolean =>
  (byId ?? byEmail)?.registered === true || byEmail?.byMerged === true;

/** The values after the record. */
const valuesOf = (
  record: PersonRecord,
  existing: StoredPerson | undefined,
  matches: Matches,
): PersonValues => ({
  institutionId: record.institutionId,
  name: record.name,
  email: existing && keepsEmail(matches) ? existing.values.email : record.email,
  department: record.department ?? existing?.values.department ?? null,
  ...studentValuesOf(record, existing?.values),
});

export const haveSameValues = (one: PersonValues, other: PersonValues): boolean =>
  (Object.keys(one) as (keyof PersonValues)[]).every((name) => one[name] === other[name]);

/** Registration verified the address, and requires a department and of students a semester. */
export const breaksAccount = (
  { registered, values }: StoredPerson,
  wanted: Pick<PersonValues, 'email' | 'department' | 'semester'>,
): boolean =>
  registered &&
  (emailKeyOf(wanted.email) !== emailKeyOf(values.email) ||
    (['department', 'semester'] as const).some((name) => values[name] !== null && wanted[name] === null));

export type RecordVerdict =
  | { result: 'refused'; code: RecordRefusal }
  | { result: 'created'; values: PersonValues; revived?: StoredPerson; evicted?: StoredPerson }
  | {
      result: 'updated' | 'unchanged';
      person: StoredPerson;
      values: PersonValues;
      keptEmail: boolean;
      /** The account of the person is an unproven one. */
      takesOver?: boolean;
      /** Somebody else, whose claim to the address gives way. */
      evicted?: StoredPerson;
    };

const refused = (code: RecordRefusal): RecordVerdict => ({ result: 'refused', code });

interface Matches {
  byId: StoredPerson | undefined;
  byEmail: StoredPerson | undefined;
}

const refusalOf = (record: PersonRecord, { byId, byEmail }: Matches): RecordRefusal | undefined => {
  const existing = byId ?? byEmail;
  if (!existing) return undefined;
  if (existing.userType !== userTypeOf(record)) return 'other_role';
  // Only a record that was merged into a withdrawn person still has an address.
  if (byEmail?.withdrawn) return 'email_taken';
  const takesEmail = !byId || !byId.registered;
  if (takesEmail && byEmail && byEmail.id !== byId?.id && (byId || byEmail.values.institutionId !== null))
    return 'email_taken';
  return undefined;
};

const judgeRecord = (record: PersonRecord, { byId, byEmail }: Matches): RecordVerdict => {
  if (byEmail === undefined || byEmail.id === byId?.id || !isClaim(byEmail))
    return judgeMatches(record, { byId, byEmail });
  const isSamePerson = !byId && byEmail.userType === userTypeOf(record);
  if (isSamePerson && isUnproven(byEmail))
    return {
      result: 'updated',
      person: byEmail,
      keptEmail: false,
      takesOver: true,
      // A stranger may have typed everything else.
      values: valuesOf(record, undefined, { byId, byEmail: undefined }),
    };
  if (isSamePerson) return judgeMatches(record, { byId, byEmail });
  const verdict = judgeMatches(record, { byId, byEmail: undefined });
  const takesAddress =
    verdict.result !== 'refused' && emailKeyOf(verdict.values.email) === emailKeyOf(record.email);
  return takesAddress ? { ...verdict, evicted: byEmail } : verdict;
};

const judgeMatches = (record: PersonRecord, matches: Matches): RecordVerdict => {
  const code = refusalOf(record, matches);
  if (code) return refused(code);
  const person = matches.byId ?? matches.byEmail;
  // The person has an institution id of their own, whose record has their values.
  if (matches.byId?.byMerged)
    return { result: 'unchanged', person: matches.byId, values: matches.byId.values, keptEmail: false };
  // The values from before the withdrawal were undone, so only those of the record count.
  if (person?.withdrawn)
    return { result: 'created', values: valuesOf(record, undefined, matches), revived: person };
  const values = valuesOf(record, person, matches);
  if (!person) return { result: 'created', values };
  const keptEmail = emailKeyOf(values.email) !== emailKeyOf(record.email);
  return {
    result: haveSameValues(values, person.values) ? 'unchanged' : 'updated',
    ...{ person, values, keptEmail },
  };
};

/** Each record with those before it, of which one with the same id or address counts. */
export const judgeRecords = (
  records: PersonRecord[],
  matchOf: (institutionKey: string, emailKey: string) => Matches,
): RecordVerdict[] => {
  const seen = new Set<string>();
  return records.map((record) => {
    const [institutionKey, emailKey] = [institutionKeyOf(record.institutionId), emailKeyOf(record.email)];
    const keys = [`id ${institutionKey}`, `email ${emailKey}`];
    const isRepeated = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isRepeated ? refused('repeated') : judgeRecord(record, matchOf(institutionKey, emailKey));
  });
};
