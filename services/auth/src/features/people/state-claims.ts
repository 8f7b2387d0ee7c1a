import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { EXISTS, ONLY_FILES, state, type Values } from '@qr-attendance/statements';
import type { Transaction } from '../../db/database.ts';
import type { StateClaims } from '../../core/identities/identities.ts';
import { lockPeople, replaceValues, toStoredPerson } from '../../core/people/person-values.ts';
import { institutionKeyOf } from '../../core/people/rules/judge-record.ts';
import { readLedgers, writeLedgers } from './person-statements.ts';
import { mergeValues, worldOf } from './rules/state-record.ts';

/** A run id in the format of imports, which begins with the time. */
const newRun = (now: Date): string =>
  Math.floor(now.getTime() / 1_000)
    .toString(16)
    .padStart(8, '0') + randomBytes(8).toString('hex');

const isIdTaken = async (
  transaction: Transaction,
  personId: string,
  institutionId: string | null,
): Promise<boolean> => {
  if (institutionId === null) return false;
  const where = { institutionKey: institutionKeyOf(institutionId), id: { not: personId } };
  return (await transaction.user.findFirst({ where, select: { id: true } })) !== null;
};

/**
 * Stores claims as statements of their provider, which ranks below every file: claims never replace what a file states,
 * nor what people changed since the provider last stated another value. The address of an account is changed only by
 * its owner, and its institution id never by a provider.
 */
export const stateClaims: StateClaims = async (
  transaction,
  personId,
  source,
  { name, email, institutionId },
) => {
  const stated = { name, email, institutionId };
  const values = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null)) as Values;
  const before = (await readLedgers(transaction, [personId])).get(personId);
  const last = before?.entries.findLast((entry) => entry.source === source);
  if (isDeepStrictEqual(last?.values, { ...values, [EXISTS]: true })) return false;
  const [row] = await lockPeople(transaction, { ids: [personId] });
  if (!row) return false;
  const person = toStoredPerson(row);
  const ledger = (await readLedgers(transaction, [personId])).get(personId);
  const keepsId =
    person.values.institutionId !== null || (await isIdTaken(transaction, personId, institutionId));
  const declined = ['email', ...(keepsId ? ['institutionId'] : [])];
  const line = { source, run: newRun(new Date()), values, declined };
  const step = state(ledger, line, worldOf(person), ledger?.ranking ?? ONLY_FILES);
  const next = mergeValues(person, step.effect.set);
  const isChanged = !isDeepStrictEqual(next, person.values);
  await replaceValues(transaction, isChanged ? [{ id: personId, values: next }] : []);
  await writeLedgers(transaction, [{ id: personId, ledger: step.ledger }]);
  return isChanged;
};
