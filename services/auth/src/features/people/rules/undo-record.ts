import type { PersonValues, UndoResult } from '@qr-attendance/contracts';
import { type Ledger, type Ranking, undo, type Values } from '@qr-attendance/statements';
import { emailKeyOf } from '../../../core/people/rules/fold-text.ts';
import type { StoredPerson } from '../../../core/people/rules/judge-record.ts';
import { mergeValues, worldOf } from './state-record.ts';

export interface RecordUndo {
  /** Undefined if no statement remains. */
  ledger: Ledger | undefined;
  result: UndoResult;
  values?: PersonValues;
  formerId?: string;
}

/** A registered person must keep a verified address and a department, and students also a semester. */
const isRequired = ({ registered, values }: StoredPerson, field: string, value: unknown): boolean =>
  registered &&
  ((field === 'email' && emailKeyOf(String(value)) !== emailKeyOf(values.email)) ||
    (['department', 'semester'].includes(field) && value === null));

const findFormerId = ({ local, entries }: Ledger, run: string): string | undefined => {
  const left = entries.filter(
    ({ runs, values }) => 'institutionId' in values && runs.some((one) => one !== run),
  );
  const { institutionId } = left.at(-1)?.values ?? local;
  return typeof institutionId === 'string' ? institutionId : undefined;
};

const isStatedBy = ({ entries, pending }: Ledger, run: string): boolean =>
  entries.some(({ runs }) => runs.includes(run)) || Object.values(pending).some((line) => line.run === run);

/**
 * Removes what a run stated (rules 5 and 6 of statements).
 * @param ranking the ranking of sources
 * @param isInUse an administrator has changed the account
 * @param isTaken another person has the address or the institution id
 */
export const undoRecord = (
  person: StoredPerson,
  ledger: Ledger | undefined,
  run: string,
  {
    ranking,
    isInUse,
    isTaken,
  }: {
    ranking: Ranking;
    isInUse: boolean;
    isTaken: (field: 'email' | 'institutionId', value: string) => boolean;
  },
): RecordUndo => {
  const { id } = person;
  if (!ledger || !isStatedBy(ledger, run)) return { ledger, result: { result: 'unchanged', id, kept: [] } };
  const { ledger: left, effect } = undo(ledger, run, worldOf(person), ranking);
  if (effect.existence === 'remove' || effect.existence === 'void-restated') {
    const code = person.registered ? 'registered' : isInUse ? 'in_use' : undefined;
    if (code) return { ledger: left, result: { result: 'kept', id, kept: [], code } };
    const formerId = findFormerId(ledger, run);
    const isRenamed = formerId !== undefined && formerId !== person.values.institutionId;
    return {
      ledger: left,
      result: { result: 'withdrawn', id, kept: [] },
      ...(isRenamed && !isTaken('institutionId', formerId) && { formerId }),
    };
  }
  const isOthers = (field: 'email' | 'institutionId'): boolean => {
    const value = effect.set[field];
    return typeof value === 'string' && isTaken(field, value);
  };
  const isEmailTaken = isOthers('email');
  const isIdTaken = isOthers('institutionId');
  const mustKeep = (field: string, value: unknown): boolean =>
    isRequired(person, field, value) ||
    (field === 'email' && isEmailTaken) ||
    (field === 'institutionId' && isIdTaken);
  const set: Values = {};
  const kept = [...effect.kept];
  for (const [field, value] of Object.entries(effect.set))
    if (mustKeep(field, value)) kept.push(field);
    else set[field] = value;
  const isHeldByAccount = Object.entries(effect.set).some(([field, value]) =>
    isRequired(person, field, value),
  );
  const isChanged = Object.keys(set).length > 0;
  return {
    ledger: left,
    ...(isChanged && { values: mergeValues(person, set) }),
    result: {
      result: isChanged ? 'restored' : kept.length > 0 ? 'kept' : 'unchanged',
      id,
      kept,
      ...(isEmailTaken ? { code: 'email_taken' } : isHeldByAccount && { code: 'registered' }),
    },
  };
};
