import {
  type AppliedRecord,
  type PersonRecord,
  type PersonValues,
  type UndoneRecord,
  type UndoResult,
} from '@qr-attendance/contracts';
import { userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { RETRY, retryOnConflict } from '@qr-attendance/server';
import { type Database, isUniqueViolation, type Transaction } from '../db/database.ts';
import { writeAllToOutbox } from '../events/outbox.ts';
import { erase } from '../privacy/erasure.ts';
import { ERASED_NAME, erasedAddressOf } from '../privacy/rules/placeholders.ts';
import { createWithoutAccount } from './create-without-account.ts';
import { toPerson, withDetails } from './person-rows.ts';
import { keysOf, lockPeople, replaceValues, toStoredPerson } from './person-values.ts';
import { emailKeyOf } from './rules/fold-text.ts';
import { breaksAccount, haveSameValues, institutionKeyOf, judgeRecords } from './rules/judge-record.ts';
import { userChangedOf } from './rules/person.ts';
import { takeOver } from './take-over.ts';

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
    if ('evicted' in verdict && verdict.evicted) await erase(transaction, verdict.evicted.id, minutes);
    if ('takesOver' in verdict && verdict.takesOver) await takeOver(transaction, verdict.person.id, minutes);
  }
  await replaceValues(
    transaction,
    verdicts.flatMap((verdict) =>
      verdict.result === 'updated' && !dryRun ? { id: verdict.person.id, values: verdict.values } : [],
    ),
  );
  const isNew = verdicts.map(({ result }) => result === 'created');
  const newPeople = verdicts.flatMap((verdict, index) =>
    verdict.result === 'created' && !dryRun
      ? { role: records[index]?.role ?? 'student', values: verdict.values }
      : [],
  );
  const ids = await createWithoutAccount(transaction, newPeople);
  const applied = verdicts.map((verdict, index): AppliedRecord => {
    switch (verdict.result) {
      case 'refused':
        return verdict;
      case 'created':
        return {
          result: 'created',
          values: verdict.values,
          id: ids[isNew.slice(0, index).filter(Boolean).length],
        };
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

/** Other services delete what they know of the people. No row is left here. */
const removePeople = async (transaction: Transaction, ids: string[]): Promise<void> => {
  const rows = await transaction.user.findMany({ where: { id: { in: ids } }, include: withDetails });
  const events = rows.map((row) => {
    const { id, version } = row;
    const placeholders = { name: ERASED_NAME, email: erasedAddressOf(id), institutionId: null };
    const removed = { ...toPerson(row), ...placeholders, erased: true, version: version + 1 };
    return createEvent(userChanged, id, userChangedOf(removed));
  });
  await writeAllToOutbox(transaction, events);
  await transaction.user.deleteMany({ where: { id: { in: ids } } });
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
    if (!person) return { result: 'unchanged' };
    if (!previous) {
      if (person.registered) return { result: 'refused', code: 'registered' };
      if (inUse.has(id)) return { result: 'refused', code: 'in_use' };
      return haveSameValues(person.values, values)
        ? { result: 'removed' }
        : { result: 'refused', code: 'changed' };
    }
    if (haveSameValues(person.values, previous)) return { result: 'unchanged' };
    if (!haveSameValues(person.values, values)) return { result: 'refused', code: 'changed' };
    if (breaksAccount(person, previous)) return { result: 'refused', code: 'registered' };
    return isFree(id, previous) ? { result: 'restored' } : { result: 'refused', code: 'email_taken' };
  });
  const withResult = (wanted: UndoResult['result']) =>
    undone.filter((_one, index) => results[index]?.result === wanted);
  await removePeople(
    transaction,
    withResult('removed').map(({ id }) => id),
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
