import {
  type AppliedRecord,
  type PersonRecord,
  type PersonValues,
  type UndoneRecord,
  type UndoResult,
} from '@qr-attendance/contracts';
import { RETRY, retryOnConflict } from '@qr-attendance/server';
import { type Database, isUniqueViolation, type Transaction } from '../db/database.ts';
import { createWithoutAccount } from './create-without-account.ts';
import { keysOf, lockPeople, replaceValues, toStoredPerson } from './person-values.ts';
import { emailKeyOf } from './rules/fold-text.ts';
import {
  breaksAccount,
  haveSameValues,
  institutionKeyOf,
  judgeRecords,
  type RecordVerdict,
} from './rules/judge-record.ts';
import { closeAccount, takeOver } from './take-over.ts';
import { withdraw } from './withdraw.ts';

export const TRANSACTION = { timeout: 60_000, maxWait: 10_000 };

/** From now on, these USNs find their students before those who typed them. */
const recordNumbers = async (
  transaction: Transaction,
  records: PersonRecord[],
  applied: AppliedRecord[],
): Promise<void> => {
  const withUsn = applied.flatMap((one, index) => {
    const usn = records[index]?.usn;
    return one.result !== 'refused' && one.id !== undefined && usn ? { id: one.id, usn } : [];
  });
  await transaction.$executeRaw`
    UPDATE students s SET usn_recorded = true
      FROM jsonb_to_recordset(${JSON.stringify(withUsn)}::jsonb) AS r (id uuid, usn text)
     WHERE s.user_id = r.id AND s.usn = r.usn AND NOT s.usn_recorded`;
};

/** How a record changes a stored person. */
const changeOf = (verdict: RecordVerdict): { id: string; values: PersonValues }[] => {
  switch (verdict.result) {
    case 'updated':
      return [{ id: verdict.person.id, values: verdict.values }];
    case 'created':
      return verdict.revived ? [{ id: verdict.revived.id, values: verdict.values }] : [];
    default:
      return [];
  }
};

const applyRecords = async (
  transaction: Transaction,
  records: PersonRecord[],
  { dryRun, minutes }: { dryRun: boolean; minutes: number },
): Promise<AppliedRecord[]> => {
  const rows = await lockPeople(transaction, {
    institutionKeys: records.map(({ institutionId }) => institutionKeyOf(institutionId)),
    emailKeys: records.map(({ email }) => emailKeyOf(email)),
  });
  const byInstitutionKey = new Map(rows.map((row) => [row.institution_key, toStoredPerson(row)]));
  const byEmailKey = new Map(rows.map((row) => [row.email_key, toStoredPerson(row)]));
  const verdicts = judgeRecords(records, (institutionKey, emailKey) => ({
    byId: byInstitutionKey.get(institutionKey),
    byEmail: byEmailKey.get(emailKey),
  }));
  for (const verdict of dryRun ? [] : verdicts) {
    if ('evicted' in verdict && verdict.evicted) {
      await closeAccount(transaction, verdict.evicted.id, minutes);
      await withdraw(transaction, [verdict.evicted.id]);
    }
    if ('takesOver' in verdict && verdict.takesOver) await takeOver(transaction, verdict.person.id, minutes);
  }
  await replaceValues(transaction, dryRun ? [] : verdicts.flatMap(changeOf));
  const newPeople = verdicts.flatMap((verdict, index) =>
    verdict.result === 'created' && !verdict.revived && !dryRun
      ? { role: records[index]?.role ?? 'student', values: verdict.values }
      : [],
  );
  const ids = (await createWithoutAccount(transaction, newPeople)).values();
  const applied = verdicts.map((verdict): AppliedRecord => {
    switch (verdict.result) {
      case 'refused':
        return verdict;
      case 'created': {
        const { result, values, revived } = verdict;
        return { result, values, id: revived?.id ?? ids.next().value };
      }
      case 'updated': {
        const { result, person, values, keptEmail } = verdict;
        return { ...{ result, values, keptEmail }, id: person.id, previous: person.values };
      }
      case 'unchanged':
        return { result: 'unchanged', id: verdict.person.id, keptEmail: verdict.keptEmail };
    }
  });
  if (!dryRun) await recordNumbers(transaction, records, applied);
  return applied;
};

const undoRecords = async (transaction: Transaction, undone: UndoneRecord[]): Promise<UndoResult[]> => {
  const rows = await lockPeople(transaction, {
    ids: undone.map(({ id }) => id),
    ...keysOfPrevious(undone),
  });
  const people = new Map(rows.map((row) => [row.id, toStoredPerson(row)]));
  const owners = new Map<string, string>(
    rows.flatMap((row) => [
      [`email ${row.email_key}`, row.id] as const,
      ...(row.institution_key === null ? [] : [[`id ${row.institution_key}`, row.id] as const]),
    ]),
  );
  const actedUpon = await transaction.adminAction.findMany({
    where: { personId: { in: undone.map(({ id }) => id) } },
    select: { personId: true },
  });
  const inUse = new Set(actedUpon.map(({ personId }) => personId));
  const isFree = (id: string, values: PersonValues): boolean => {
    const { emailKey, institutionKey } = keysOf(values);
    return [`email ${emailKey}`, `id ${institutionKey ?? ''}`].every((key) => (owners.get(key) ?? id) === id);
  };
  const results = undone.map(({ id, values, previous }): UndoResult => {
    const person = people.get(id);
    if (!person || person.withdrawn) return { result: 'unchanged' };
    if (!previous) {
      if (person.registered) return { result: 'refused', code: 'registered' };
      if (inUse.has(id)) return { result: 'refused', code: 'in_use' };
      return haveSameValues(person.values, values)
        ? { result: 'withdrawn' }
        : { result: 'refused', code: 'changed' };
    }
    if (haveSameValues(person.values, previous)) return { result: 'unchanged' };
    if (!haveSameValues(person.values, values)) return { result: 'refused', code: 'changed' };
    if (breaksAccount(person, previous)) return { result: 'refused', code: 'registered' };
    return isFree(id, previous) ? { result: 'restored' } : { result: 'refused', code: 'email_taken' };
  });
  const withResult = (wanted: UndoResult['result']) =>
    undone.filter((_one, index) => results[index]?.result === wanted);
  await withdraw(
    transaction,
    withResult('withdrawn').map(({ id }) => id),
  );
  await replaceValues(
    transaction,
    withResult('restored').flatMap(({ id, previous }) => (previous ? { id, values: previous } : [])),
  );
  const typedNumbers = withResult('restored').filter(({ previous }) => previous?.institutionId === null);
  await transaction.student.updateMany({
    where: { userId: { in: typedNumbers.map(({ id }) => id) } },
    data: { usnRecorded: false },
  });
  return results;
};

const keysOfPrevious = (undone: UndoneRecord[]) => {
  const keys = undone.flatMap(({ previous }) => (previous ? keysOf(previous) : []));
  return {
    emailKeys: keys.map(({ emailKey }) => emailKey),
    institutionKeys: keys.flatMap(({ institutionKey }) => institutionKey ?? []),
  };
};

/** A concurrent batch or registration may take an id or an address after they were read. */
export const retryTaken = <T>(work: () => Promise<T>): Promise<T> =>
  retryOnConflict('people', () =>
    work().catch((error: unknown) => {
      if (isUniqueViolation(error)) return RETRY;
      throw error;
    }),
  );

/** @param minutes the lifetime of access tokens */
export const createPeopleRecords = (database: Database, minutes: number) => ({
  apply: (records: PersonRecord[], dryRun = false): Promise<AppliedRecord[]> =>
    retryTaken(() =>
      database.$transaction(
        (transaction) => applyRecords(transaction, records, { dryRun, minutes }),
        TRANSACTION,
      ),
    ),
  undo: (undone: UndoneRecord[]): Promise<UndoResult[]> =>
    retryTaken(() => database.$transaction((transaction) => undoRecords(transaction, undone), TRANSACTION)),
});
