import type { AppliedRecord, PersonRecord } from '@qr-attendance/contracts';
import { RETRY, retryOnConflict } from '@qr-attendance/server';
import { isDeepStrictEqual } from 'node:util';
import { type Database, isUniqueViolation, type Transaction } from '../../db/database.ts';
import { createWithoutAccount } from './create-without-account.ts';
import type { ErasedIds } from '../../core/people/erased-ids.ts';
import { writeLedgers } from './person-statements.ts';
import { replaceValues } from '../../core/people/person-values.ts';
import { addedAgain, decideRecords, type StatedRecords, type Verdict } from './decide-records.ts';
import { idKeysOf } from '../../core/people/rules/judge-record.ts';
import type { Statement } from './rules/state-record.ts';
import { closeAccount, takeOver } from '../../core/accounts/close-account.ts';
import { type UndoneRun, undoRun } from './undo-run.ts';
import { withdraw } from './withdraw.ts';

export const TRANSACTION = { timeout: 60_000, maxWait: 10_000 };

interface Rules {
  minutes: number;
  erasedIds: ErasedIds;
}
/** A lookup of these USNs finds the recorded students rather than others who typed the same number. */
const recordNumbers = async (
  transaction: Transaction,
  applied: { id: string; record: PersonRecord }[],
): Promise<void> => {
  const withUsn = applied.flatMap(({ id, record: { usn } }) => (usn === undefined ? [] : { id, usn }));
  if (withUsn.length === 0) return;
  await transaction.$executeRaw`
    UPDATE students s SET usn_recorded = true
      FROM jsonb_to_recordset(${JSON.stringify(withUsn)}::jsonb) AS r (id uuid, usn text)
     WHERE s.user_id = r.id AND s.usn = r.usn AND NOT s.usn_recorded`;
};

const writeStatements = async (
  transaction: Transaction,
  statements: { record: PersonRecord; statement: Statement }[],
  minutes: number,
): Promise<Map<Statement, string>> => {
  for (const { statement } of statements) {
    const { evicted, takesOver, person } = statement;
    if (evicted) {
      await closeAccount(transaction, evicted.id, minutes);
      await withdraw(transaction, [evicted.id]);
    }
    if (takesOver && person) await takeOver(transaction, person.id, minutes);
  }
  await replaceValues(
    transaction,
    statements.flatMap(({ statement: { person, values } }) =>
      person && values ? { id: person.id, values } : [],
    ),
  );
  const added = statements.flatMap(({ record, statement }) =>
    !statement.person && statement.values ? { record, statement, values: statement.values } : [],
  );
  const ids = await createWithoutAccount(
    transaction,
    added.map(({ record: { role }, values }) => ({ role, values })),
  );
  const newIds = new Map(added.map(({ statement }, index) => [statement, ids[index] ?? '']));
  return new Map(
    statements.map(({ statement }) => [statement, statement.person?.id ?? newIds.get(statement) ?? '']),
  );
};

const toApplied = (verdict: Verdict, id: string | undefined): AppliedRecord => {
  if ('erasedAt' in verdict)
    return { outcome: 'erased', changes: [], erasedAt: verdict.erasedAt.toISOString() };
  if ('asks' in verdict) return { outcome: 'same_person', id: verdict.asks.id, changes: [] };
  if ('code' in verdict) return { outcome: 'refused', changes: [], code: verdict.code };
  const { outcome, changes, keptEmail, leftOut, declined } = verdict;
  return {
    outcome,
    ...(id !== undefined && { id }),
    keptEmail,
    changes: changes as AppliedRecord['changes'],
    ...(leftOut.length > 0 && { leftOut: leftOut as AppliedRecord['changes'] }),
    ...(declined.length > 0 && { declined }),
  };
};

const applyRecords = async (
  transaction: Transaction,
  stated: StatedRecords,
  rules: Rules,
): Promise<AppliedRecord[]> => {
  const { verdicts, pending, ledgers } = await decideRecords(transaction, stated, rules.erasedIds);
  if (stated.dryRun)
    return verdicts.map((verdict) =>
      toApplied(verdict, 'outcome' in verdict ? verdict.person?.id : undefined),
    );
  const statements = stated.people.flatMap((record, index) => {
    const verdict = verdicts[index];
    return verdict && 'outcome' in verdict ? { record, statement: verdict } : [];
  });
  const ids = await writeStatements(transaction, statements, rules.minutes);
  const isAdded = addedAgain(stated.addErased);
  const again = statements.filter(({ record }) => isAdded(record)).flatMap(({ record }) => idKeysOf(record));
  if (again.length > 0) await rules.erasedIds.remove(transaction, again);
  const written = [
    ...pending,
    ...verdicts.flatMap((verdict) => ('pending' in verdict ? (verdict.pending ?? []) : [])),
    ...statements.map(({ statement }) => ({ id: ids.get(statement) ?? '', ledger: statement.ledger })),
  ].filter(({ id, ledger }) => !isDeepStrictEqual(ledgers.get(id), ledger));
  await writeLedgers(transaction, [...new Map(written.map((one) => [one.id, one])).values()]);
  await recordNumbers(
    transaction,
    statements.flatMap(({ record, statement }) =>
      statement.outcome === 'unchanged' ? [] : { id: ids.get(statement) ?? '', record },
    ),
  );
  return verdicts.map((verdict) => toApplied(verdict, 'outcome' in verdict ? ids.get(verdict) : undefined));
};

/** Retries if a concurrent batch or registration takes an id or an address after it was read. */
export const retryIfTaken = <T>(work: () => Promise<T>): Promise<T> =>
  retryOnConflict('people', () =>
    work().catch((error: unknown) => {
      if (isUniqueViolation(error)) return RETRY;
      throw error;
    }),
  );

export const createPeopleRecords = (database: Database, rules: Rules) => {
  const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    retryIfTaken(() => database.$transaction(work, TRANSACTION));
  return {
    apply: (stated: StatedRecords): Promise<AppliedRecord[]> =>
      inTransaction((transaction) => applyRecords(transaction, stated, rules)),
    undo: (undone: UndoneRun) => inTransaction((transaction) => undoRun(transaction, undone)),
  };
};
export type PeopleRecords = ReturnType<typeof createPeopleRecords>;
