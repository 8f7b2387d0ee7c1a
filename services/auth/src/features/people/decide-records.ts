import type { PersonRecord } from '@qr-attendance/contracts';
import type { Ledger } from '@qr-attendance/statements';
import type { ErasedIds } from '../../core/people/erased-ids.ts';
import type { Transaction } from '../../db/database.ts';
import { findWithdrawn } from './find-withdrawn.ts';
import { readLedgers, statedKeysIn } from './person-statements.ts';
import { lockPeople, toStoredPerson } from '../../core/people/person-values.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import {
  findRepeatedRecords,
  idKeysOf,
  institutionKeyOf,
  type Matches,
  matchRecord,
  matchWithdrawn,
  type StoredPerson,
} from '../../core/people/rules/judge-record.ts';
import {
  type Refusal,
  refuseRecord,
  type SourceRun,
  type Statement,
  stateRecord,
} from './rules/state-record.ts';

export interface StatedRecords extends SourceRun {
  people: PersonRecord[];
  refused?: { record: PersonRecord; code: string }[] | undefined;
  dryRun?: boolean | undefined;
  addErased?: boolean | string[] | undefined;
}
interface PersonLedger {
  id: string;
  ledger: Ledger;
}
export type Verdict = Statement | Refusal | { erasedAt: Date } | { asks: StoredPerson };

const keyOf = ({ institutionId }: PersonRecord): string => institutionKeyOf(institutionId);

export const addedAgain = (addErased: boolean | string[] = false): ((record: PersonRecord) => boolean) => {
  if (typeof addErased === 'boolean') return () => addErased;
  const keys = new Set(addErased.map(institutionKeyOf));
  return (record) => keys.has(keyOf(record));
};

const findMatches = async (
  transaction: Transaction,
  { people, refused = [] }: Pick<StatedRecords, 'people' | 'refused'>,
) => {
  const rows = await lockPeople(transaction, {
    institutionKeys: [...people.flatMap(idKeysOf), ...refused.map(({ record }) => keyOf(record))],
    emailKeys: people.map(({ email }) => emailKeyOf(email)),
  });
  const byInstitutionKey = new Map(rows.map((row) => [row.institution_key, toStoredPerson(row)]));
  const byEmailKey = new Map(rows.map((row) => [row.email_key, toStoredPerson(row)]));
  const matchesOf = (record: PersonRecord): Matches => {
    const [byId, byPreviousId] = idKeysOf(record).map((key) => byInstitutionKey.get(key));
    return { byId, byPreviousId, byEmail: byEmailKey.get(emailKeyOf(record.email)) };
  };
  const unknown = people.filter((record) => {
    const { person, code } = matchRecord(record, matchesOf(record));
    return !person && !code;
  });
  const withdrawn = await findWithdrawn(transaction, unknown);
  const ids = [...rows.map(({ id }) => id), ...[...withdrawn.values()].flat().map(({ id }) => id)];
  return { byInstitutionKey, matchesOf, withdrawn, ids };
};

export const decideRecords = async (
  transaction: Transaction,
  { people, refused = [], addErased, ...sourceRun }: StatedRecords,
  erasedIds: ErasedIds,
): Promise<{ verdicts: Verdict[]; pending: PersonLedger[]; ledgers: Map<string, Ledger> }> => {
  const { byInstitutionKey, matchesOf, withdrawn, ids } = await findMatches(transaction, { people, refused });
  const ledgers = await readLedgers(transaction, ids);
  const isAdded = addedAgain(addErased);
  const skippedKeysOf = (record: PersonRecord) => (isAdded(record) ? [] : idKeysOf(record));
  const unknown = people.flatMap(skippedKeysOf).filter((key) => !byInstitutionKey.has(key));
  const erased = await erasedIds.find(transaction, unknown);
  const repeated = findRepeatedRecords(people);
  /** Several records, each with an address, may have been merged into one person. */
  const stated = new Set<string>();
  /**
   * An earlier file has replaced the previous ID with the current one. Another person may have the previous
   * ID since.
   */
  const isRenamed = ({ previousId = '' }: PersonRecord, { byId }: Matches): boolean => {
    const ledger = byId && ledgers.get(byId.id);
    return ledger !== undefined && statedKeysIn(ledger).includes(institutionKeyOf(previousId));
  };
  const verdicts = people.map((record): Verdict => {
    if (repeated.has(record)) return { code: 'repeated' };
    const matches = matchesOf(record);
    const erasedAt = skippedKeysOf(record).flatMap((key) => erased.get(key) ?? [])[0];
    if (erasedAt && !matches.byId && !matches.byPreviousId) return { erasedAt };
    const candidates = withdrawn.get(record);
    const byPreviousId = isRenamed(record, matches) ? undefined : matches.byPreviousId;
    const match = candidates
      ? matchWithdrawn(record, candidates)
      : matchRecord(record, { ...matches, byPreviousId });
    if ('asks' in match) return match;
    const { person } = match;
    if (person && stated.has(person.id)) return { code: 'email_taken' };
    if (person && !match.code) stated.add(person.id);
    return stateRecord(sourceRun, record, match, matches, ({ id }) => ledgers.get(id));
  });
  const pending = refused.flatMap(({ record, code }): PersonLedger[] => {
    const person = byInstitutionKey.get(keyOf(record));
    if (!person) return [];
    return [{ id: person.id, ledger: refuseRecord(sourceRun, record, code, ledgers.get(person.id)) }];
  });
  return { verdicts, pending, ledgers };
};
