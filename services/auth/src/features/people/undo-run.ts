import type { UndoResult } from '@qr-attendance/contracts';
import { type Ledger, ONLY_FILES, type Ranking, statedValues } from '@qr-attendance/statements';
import type { Transaction } from '../../db/database.ts';
import { readLedgers, writeLedgers } from './person-statements.ts';
import { lockPeople, replaceValues, toStoredPerson } from '../../core/people/person-values.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { institutionKeyOf, type StoredPerson } from '../../core/people/rules/judge-record.ts';
import { type RecordUndo, undoRecord } from './rules/undo-record.ts';
import { withdraw } from './withdraw.ts';

export interface UndoneRun {
  run: string;
  ranking?: Ranking | undefined;
  institutionIds: string[];
  dryRun?: boolean | undefined;
}

type TakenField = 'email' | 'institutionId';

interface UndoneRecord extends RecordUndo {
  person: StoredPerson;
  isStated: boolean;
}

const findInUse = async (transaction: Transaction, ids: string[]): Promise<Set<string | null>> => {
  const actions = await transaction.adminAction.findMany({
    where: { personId: { in: ids } },
    select: { personId: true },
  });
  return new Set(actions.map(({ personId }) => personId));
};

/** The person may have typed a USN that the institution no longer states. */
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

/** Does not write the address, because that would end the withdrawal. */
const renameWithdrawn = (transaction: Transaction, id: string, institutionId: string) =>
  transaction.user.update({
    where: { id },
    data: { institutionId, institutionKey: institutionKeyOf(institutionId) },
  });

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
  const undo = (
    isTaken: (person: StoredPerson, field: TakenField, value: string) => boolean,
  ): UndoneRecord[] =>
    people.map((person) => {
      const former = ledgers.get(person.id);
      const undone = undoRecord(person, former, run, {
        ranking,
        isInUse: inUse.has(person.id),
        isTaken: (field, value) => isTaken(person, field, value),
      });
      return { ...undone, person, isStated: undone.ledger !== former };
    });
  const wanted = undo(() => false);
  const emailKeys = wanted.flatMap(({ values }) => (values ? emailKeyOf(values.email) : []));
  const institutionKeys = wanted.flatMap(({ values, formerId = values?.institutionId ?? null }) =>
    formerId === null ? [] : institutionKeyOf(formerId),
  );
  const holders = await lockPeople(transaction, { emailKeys, institutionKeys });
  const withdrawn = new Set(
    wanted.flatMap(({ person, result }) => (result.result === 'withdrawn' ? person.id : [])),
  );
  const holderOf = new Map(
    holders.filter(({ id }) => !withdrawn.has(id)).map(({ id, email_key }) => [email_key, id]),
  );
  const idHolderOf = new Map(holders.map(({ id, institution_key }) => [institution_key, id]));
  return undo(({ id }, field, value) => {
    const holder =
      field === 'email' ? holderOf.get(emailKeyOf(value)) : idHolderOf.get(institutionKeyOf(value));
    return (holder ?? id) !== id;
  });
};

/**
 * Removes what a run stated about people, who must be locked.
 * @param lenders merged records whose institution id the kept record has
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
  for (const { person, formerId } of undone)
    if (formerId !== undefined) await renameWithdrawn(transaction, person.id, formerId);
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
        // Without an institution id, no line is about the person.
        ledger: values?.institutionId === null ? undefined : ledger,
      })),
  );
  return undone.map(({ result }) => result);
};

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

const findRenamed = async (
  transaction: Transaction,
  run: string,
  institutionKeys: string[],
): Promise<{ id: string; key: string }[]> => {
  const existing = await transaction.user.findMany({
    where: { institutionKey: { in: institutionKeys } },
    select: { institutionKey: true },
  });
  const knownKeys = new Set(existing.map((one) => one.institutionKey));
  const unknown = new Set(institutionKeys.filter((key) => !knownKeys.has(key)));
  if (unknown.size === 0) return [];
  const stated = JSON.stringify([{ runs: [run] }]);
  const rows = await transaction.$queryRaw<{ id: string; ledger: Ledger }[]>`
    SELECT user_id::text AS id, ledger FROM person_statements WHERE ledger->'entries' @> ${stated}::jsonb`;
  return rows.flatMap(({ id, ledger }) => {
    const { institutionId } = ledger.entries.find(({ runs }) => runs.includes(run))?.values ?? {};
    const key = typeof institutionId === 'string' ? institutionKeyOf(institutionId) : '';
    return unknown.has(key) ? { id, key } : [];
  });
};

export const undoRun = async (
  transaction: Transaction,
  { run, ranking, institutionIds, dryRun }: UndoneRun,
): Promise<UndoResult[]> => {
  const institutionKeys = institutionIds.map(institutionKeyOf);
  const renamed = await findRenamed(transaction, run, institutionKeys);
  const listed = (await lockPeople(transaction, { institutionKeys, ids: renamed.map(({ id }) => id) })).map(
    toStoredPerson,
  );
  const formerKeyOf = new Map(renamed.map(({ id, key }) => [id, key]));
  const lenders = await findLenders(transaction, listed);
  const people = [...listed, ...lenders];
  const ids = people.map(({ id }) => id);
  const ledgers = await readLedgers(transaction, ids);
  const lenderIds = new Set(lenders.map(({ id }) => id));
  const results = await undoStatements(transaction, { run, ranking }, people, ledgers, {
    lenders: lenderIds,
    dryRun,
  });
  return institutionKeys.map((key) => {
    const ofKey = results.filter((_result, index) => {
      const { id = '', values } = people[index] ?? {};
      return (formerKeyOf.get(id) ?? institutionKeyOf(values?.institutionId ?? '')) === key;
    });
    return (
      ofKey.find(({ result }) => result !== 'unchanged') ?? ofKey[0] ?? { result: 'unchanged', kept: [] }
    );
  });
};
