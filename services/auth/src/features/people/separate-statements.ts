import type { Transaction } from '../../db/database.ts';
import { readLedgers, writeLedgers } from './person-statements.ts';
import { lockPeople, replaceValues, toStoredPerson } from '../../core/people/person-values.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { restateRecord } from './rules/restate-record.ts';
import { undoStatements } from './undo-run.ts';

const SEPARATION = 'undo merge';

/**
 * Called when a merged record gets its institution id back: statements made under that id since the merge
 * move from the kept record to it (rule 13 of statements).
 */
export const separateStatements = async (
  transaction: Transaction,
  keptId: string,
  mergedId: string,
): Promise<void> => {
  const ledgers = await readLedgers(transaction, [keptId, mergedId]);
  const stated = ledgers.get(keptId);
  if (!stated) return;
  const people = (await lockPeople(transaction, { ids: [keptId, mergedId] })).map(toStoredPerson);
  const [kept, merged] = [keptId, mergedId].map((id) => people.find((person) => person.id === id));
  if (!kept || !merged) return;

  // Treats all statements as those of one run, in order to undo them together.
  const entries = stated.entries.map((entry) => ({ ...entry, runs: [SEPARATION] }));
  await undoStatements(transaction, { run: SEPARATION }, [kept], new Map([[keptId, { ...stated, entries }]]));

  const emailKeys = stated.entries.flatMap(({ values: { email } }) =>
    typeof email === 'string' ? emailKeyOf(email) : [],
  );
  const holders = await lockPeople(transaction, { emailKeys });
  const keepsEmail = merged.registered || holders.some(({ id }) => id !== mergedId);
  const { ledger, values } = restateRecord(merged, ledgers.get(mergedId), stated, keepsEmail);
  await replaceValues(transaction, values ? [{ id: mergedId, values }] : []);
  await writeLedgers(transaction, [
    { id: keptId, ledger: undefined },
    { id: mergedId, ledger },
  ]);
};
