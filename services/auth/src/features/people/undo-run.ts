import type { UndoResult } from '@qr-attendance/contracts';
import { type Ledger, ONLY_FILES, type Ranking, statedValues } from '@qr-attendance/statements';
import type { Transaction } from '../db/database.ts';
import { readLedgers, writeLedgers } from './person-statements.ts';
import { lockPeople, replaceValues, toStoredPerson } from '../../core/people/person-values.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { institutionKeyOf, type StoredPerson } from '../../core/people/rules/judge-record.ts';
import { type Undone, undoRecord } from './rules/undo-record.ts';
import { withdraw } from './withdraw.ts';

export interface UndoneRun {
  run: string;
  /** The ranks of sources. */
  ranking?: Ranking | undefined;
  institutionIds: string[];
  /** Only answers what would be done. */
  dryRun?: boolean | undefined;
}

interface UndoneRecord extends Undone {
  person: StoredPerson;
  isStated: boolean;
}

/** Administrators have changed these accounts. */
const findInUse = async (transaction: Transaction, ids: string[]): Promise<Set<string | null>> => {
  const actions = await transaction.adminAction.findMany({
    where: { personId: { in: ids } },
    select: { personId: true },
  });
  return new Set(actions.map(({ personId }) => personId));
};

/** People whose USN the institution no longer states may have typed it. */
const forgetNumbers = async (
  transaction: Transaction,
  undone: UndoneRecord[],
  ranking: Ranking,
): Promise<void> => {
  const statedIn = ({ ledger }: UndoneRecord) => ledger && statedValues(ledger, ranking)['usn'];
  const typed = undone.filter((record) => record.values && statedIn(record) !== record.values.usn);
  await transaction.student.updateMany({
    where: { userId: { in: typed.map(({ person }) => person.id) }, usnRecorded: true },
    data: { usnRecorded: false },
  });
};

const decide = async (
  transaction: Transaction,
  { run, ranking }: { run: string; ranking: Ranking },
  people: StoredPerson[],
  ledgers: Map<string, Ledger>,
): Promise<UndoneRecord[]> => {
  const inUse = await findInUse(
    transaction,
    people.map(({ id }) => id),
  );
  const undo = (isEmailTaken: (person: StoredPerson, email: string) => boolean): UndoneRecord[] =>
    people.map((person) => {
      const former = ledgers.get(person.id);
      const undone = undoRecord(person, former, run, {
        ranking,
        isInUse: inUse.has(person.id),
        isEmailTaken: (email) => isEmailTaken(person, email),
      });
      return { ...undone, person, isStated: undone.ledger !== former };
    });
  const wanted = undo(() => false);
  const emailKeys = wanted.flatMap(({ values }) => (values ? emailKeyOf(values.email) : []));
  const holders = await lockPeople(transaction, { emailKeys });
  const withdrawn = new Set(
    wanted.flatMap(({ person, result }) => (result.result === 'withdrawn' ? person.id : [])),
  );
  const holderOf = new Map(
    holders.filter(({ id }) => !withdrawn.has(id)).map(({ id, email_key }) => [email_key, id]),
  );
  return undo(({ id }, email) => (holderOf.get(emailKeyOf(email)) ?? id) !== id);
};

/**
 * Removes what a run stated about people, who are locked.
 * @param lenders merged records whose institution's id the kept record has now
 */
export const undoStatements = async (
  transaction: Transaction,
  { run, ranking = ONLY_FILES }: Pick<UndoneRun, 'run' | 'ranking'>,
  people: StoredPerson[],
  ledgers: Map<string, Ledger>,
  {
    lenders = new Set(),
    dryRun = false,
  }: { lenders?: ReadonlySet<string>; dryRun?: boolean | undefined } = {},
): Promise<UndoResult[]> => {
  const undone = await decide(transaction, { run, ranking }, people, ledgers);
  if (dryRun) return undone.map(({ result }) => result);
  await withdraw(
    transaction,
    undone.flatMap(({ person, result }) => (result.result === 'withdrawn' ? person.id : [])),
  );
  await replaceValues(
    transaction,
    undone.flatMap(({ person: { id }, values }) =>
      values ? { id, values: { ...values, ...(lenders.has(id) && { institutionId: null }) } } : [],
    ),
  );
  await forgetNumbers(transaction, undone, ranking);
  await writeLedgers(
    transaction,
    undone
      .filter(({ isStated }) => isStated)
      .map(({ person, ledger, values }) => ({
        id: person.id,
        // Without an institution's id, no line is about the person.
        ledger: values?.institutionId === null ? undefined : ledger,
      })),
  );
  return undone.map(({ result }) => result);
};

/** The merged records that lent their institution's id, as if they still had it. */
const findLenders = async (transaction: Transaction, kept: StoredPerson[]): Promise<StoredPerson[]> => {
  const lenders = await transaction.user.findMany({
    where: { mergedIntoId: { in: kept.map(({ id }) => id) }, lentInstitutionId: true },
    select: { id: true, mergedIntoId: true },
  });
  const idOf = new Map(kept.map(({ id, values }) => [id, values.institutionId]));
  const keptOf = new Map(lenders.map(({ id, mergedIntoId }) => [id, mergedIntoId]));
  const rows = await lockPeople(transaction, { ids: lenders.map(({ id }) => id) });
  return rows.map(toStoredPerson).map((person) => {
    const institutionId = idOf.get(keptOf.get(person.id) ?? '') ?? null;
    return { ...person, values: { ...person.values, institutionId } };
  });
};

/** @returns one result per id, in order */
export const undoRun = async (
  transaction: Transaction,
  { run, ranking, institutionIds, dryRun }: UndoneRun,
): Promise<UndoResult[]> => {
  const institutionKeys = institutionIds.map(institutionKeyOf);
  const found = (await lockPeople(transaction, { institutionKeys })).map(toStoredPerson);
  const lenders = await findLenders(transaction, found);
  const people = [...found, ...lenders];
  const ids = people.map(({ id }) => id);
  const ledgers = await readLedgers(transaction, ids);
  const lenderIds = new Set(lenders.map(({ id }) => id));
  const results = await undoStatements(transaction, { run, ranking }, people, ledgers, {
    lenders: lenderIds,
    dryRun,
  });
  return institutionKeys.map((key) => {
    const ofKey = results.filter(
      (_result, index) => institutionKeyOf(people[index]?.values.institutionId ?? '') === key,
    );
    return (
      ofKey.find(({ result }) => result !== 'unchanged') ?? ofKey[0] ?? { result: 'unchanged', kept: [] }
    );
  });
};
