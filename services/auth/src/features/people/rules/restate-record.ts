import type { PersonValues } from '@qr-attendance/contracts';
import { EXISTS, type Ledger, ONLY_FILES, state } from '@qr-attendance/statements';
import type { StoredPerson } from '../../../core/people/rules/judge-record.ts';
import { mergeValues, worldOf } from './state-record.ts';

/**
 * Copies the statements about another record to a person.
 * @param keepsEmail whether the person keeps the address
 */
export const restateRecord = (
  person: StoredPerson,
  before: Ledger | undefined,
  { entries, pending, ranking = before?.ranking ?? ONLY_FILES }: Ledger,
  keepsEmail: boolean,
): { ledger: Ledger; values: PersonValues | undefined } => {
  let ledger: Ledger = before ?? { local: {}, entries: [], pending: {} };
  let world = worldOf(person);
  let isChanged = false;
  for (const { source, runs, values } of entries) {
    const { [EXISTS]: _exists, ...stated } = values;
    for (const run of runs) {
      const line = { source, run, values: stated, declined: keepsEmail ? ['email'] : [] };
      const step = state(ledger, line, world, ranking);
      ({ ledger } = step);
      if (step.effect.existence === 'none' && Object.keys(step.effect.set).length === 0) continue;
      isChanged = true;
      world = { ...world, ...step.effect.set };
    }
  }
  ledger = { ...ledger, pending: { ...ledger.pending, ...pending } };
  return { ledger, values: isChanged && world ? mergeValues(person, world) : undefined };
};
