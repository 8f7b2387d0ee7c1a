import type { Transaction } from '../../db/database.ts';
import { erase } from './erasure.ts';
import { lockPeople, toStoredPerson } from '../people/person-values.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import type { StoredPerson } from '../people/rules/judge-record.ts';

/**
 * Erases the person who holds an address without proof, to free it for somebody with proof.
 * @param minutes the lifetime of access tokens
 */
export const evictClaim = async (
  transaction: Transaction,
  email: string,
  gives: (holder: StoredPerson) => boolean,
  minutes: number,
): Promise<void> => {
  const rows = await lockPeople(transaction, { emailKeys: [emailKeyOf(email)] });
  const holder = rows.map(toStoredPerson).find(gives);
  if (holder) await erase(transaction, holder.id, minutes);
};
