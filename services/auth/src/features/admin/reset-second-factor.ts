import type { Logger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { writeAdminAction } from '../../core/audit/write-admin-action.ts';
import { queueMail } from '../../core/email/email-queue.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { removeSecondFactorOf } from '../../core/second-factor/second-factors.ts';
import { removeAllPasskeys } from '../../core/security/passkeys.ts';
import { connectDatabase, type Transaction } from '../../db/database.ts';

/** @param by missing on the command line */
export const resetSecondFactorOf = async (
  transaction: Transaction,
  personId: string,
  by?: { adminId: string; reason: string },
): Promise<boolean> => {
  if (!(await removeSecondFactorOf(transaction, personId))) return false;
  // The owner has lost them as well, or somebody else added them.
  await removeAllPasskeys(transaction, personId);
  await queueMail(transaction, { userId: personId }, { kind: 'second_factor_reset' });
  await writeAdminAction(transaction, {
    ...by,
    personId,
    action: 'reset second factor',
  });
  return true;
};

/**
 * For an operator who helps an administrator without a phone and recovery codes. The relays of a running service send
 * the emails.
 * @returns whether the account had a second factor; undefined if there is no such account
 */
export const resetSecondFactorByEmail = async (
  { DATABASE_URL }: { DATABASE_URL: string },
  log: Logger,
  email: string,
): Promise<boolean | undefined> => {
  const database = connectDatabase(createPool(DATABASE_URL, log, { name: 'reset second factor', max: 2 }));
  try {
    const person = await database.user.findUnique({
      where: { emailKey: emailKeyOf(email), registered: true },
    });
    if (!person) return undefined;
    return await database.$transaction((transaction) => resetSecondFactorOf(transaction, person.id));
  } finally {
    await database.$disconnect();
  }
};
