import type { PersonRecord, PersonValues, RecordRefusal } from '@qr-attendance/contracts';
import { emailKeyOf, foldText } from './fold-text.ts';
import { isUnprovenAccount } from './person.ts';

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

export const idKeysOf = ({
  institutionId,
  previousId,
}: Pick<PersonRecord, 'institutionId' | 'previousId'>): string[] => [
  institutionKeyOf(institutionId),
  ...(previousId === undefined ? [] : [institutionKeyOf(previousId)]),
];

export const isUnproven = ({ byMerged, values, ...account }: StoredPerson): boolean =>
  !byMerged && isUnprovenAccount({ ...account, ...values });

/** A teacher created the record by typing the address. */
const isListed = ({ registered, byMerged, values }: StoredPerson): boolean =>
  !registered && !byMerged && values.institutionId === null;

/**
 * Neither the institution nor the owner of the address vouches for this account, so either of them may
 * replace it.
 */
export const isClaim = (person: StoredPerson): boolean => isUnproven(person) || isListed(person);

const userTypeOf = ({ role }: PersonRecord) => (role === 'staff' ? 'TEACHER' : 'STUDENT');

export interface Matches {
  byId: StoredPerson | undefined;
  byPreviousId?: StoredPerson | undefined;
  byEmail: StoredPerson | undefined;
}

export interface Match {
  person?: StoredPerson;
  takesOver?: boolean;
  /** The reason why the record cannot be applied. `person` was found by the institution id. */
  code?: RecordRefusal;
}

/**
 * Matches by institution id first, then by the person's previous id, then by an address unless another
 * person's record has it.
 */
export const matchRecord = (record: PersonRecord, { byId, byPreviousId, byEmail }: Matches): Match => {
  const isOther = (person: StoredPerson) => person.userType !== userTypeOf(record);
  if (byId && byPreviousId && byId.id !== byPreviousId.id) return { person: byId, code: 'both_known' };
  const byInstitution = byId ?? byPreviousId;
  if (byInstitution) return { person: byInstitution, ...(isOther(byInstitution) && { code: 'other_role' }) };
  if (!byEmail) return {};
  // The record takes the address from an unproven account.
  if (isOther(byEmail)) return isClaim(byEmail) ? {} : { code: 'other_role' };
  // A withdrawn person has an address only through a merged record.
  if (byEmail.withdrawn || byEmail.values.institutionId !== null) return { code: 'email_taken' };
  return { person: byEmail, takesOver: isUnproven(byEmail) };
};

/**
 * Finds withdrawn people with the address or a number of a record that matches nobody (rule 13 of
 * statements).
 * @returns the person to ask about, unless somebody has answered whether it is the same person
 */
export const matchWithdrawn = (
  { sameAs, ...record }: PersonRecord,
  withdrawn: StoredPerson[],
): Match | { asks: StoredPerson } => {
  const candidates = withdrawn.filter(({ userType }) => userType === userTypeOf(record));
  if (sameAs === null) return {};
  const [first] = candidates;
  if (sameAs === undefined) return first ? { asks: first } : {};
  const person = candidates.find(({ id }) => id === sameAs);
  return person ? { person } : { code: 'conflict' };
};

export const findRepeatedRecords = (records: PersonRecord[]): Set<PersonRecord> => {
  const usedKeys = new Set<string>();
  return new Set(
    records.filter(({ institutionId, email }) => {
      const keys = [`id ${institutionKeyOf(institutionId)}`, `email ${emailKeyOf(email)}`];
      const isRepeated = keys.some((key) => usedKeys.has(key));
      for (const key of keys) usedKeys.add(key);
      return isRepeated;
    }),
  );
};
