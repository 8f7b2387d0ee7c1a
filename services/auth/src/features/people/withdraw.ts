import type { Transaction } from '../../db/database.ts';
import { publishPeople } from '../../core/people/person-values.ts';

/**
 * Withdraws people without an account. They keep their ids, names and records, but nobody can find them, and
 * their addresses and numbers are free for others. The next record of the institution about one of them ends
 * the withdrawal.
 */
export const withdraw = async (transaction: Transaction, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  // No email address has the form of this key.
  await transaction.$executeRaw`
    UPDATE users SET withdrawn_at = now(), email_key = 'withdrawn ' || id, version = version + 1
     WHERE id = ANY (${ids}::uuid[])`;
  await transaction.student.updateMany({ where: { userId: { in: ids } }, data: { usnRecorded: false } });
  await transaction.registrationLink.deleteMany({ where: { userId: { in: ids } } });
  await transaction.mail.deleteMany({ where: { userId: { in: ids }, kind: 'registration_link' } });
  await publishPeople(transaction, ids);
};
