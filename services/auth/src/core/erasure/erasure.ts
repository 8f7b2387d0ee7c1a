import { writeAdminAction } from '../audit/write-admin-action.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import { changeUser, signedOutNow } from '../accounts/accounts.ts';
import { NO_PASSWORD } from '../passwords/hash-password.ts';
import type { ErasedIds } from '../people/erased-ids.ts';
import { readLanguage } from '../people/rules/language.ts';
import { removeCredentials } from '../accounts/close-account.ts';

const ERASED_NAME = 'Deleted user';
/** The address is unique, in a domain reserved by RFC 2606. */
const erasedAddressOf = (id: string): string => `deleted-${id}@erased.invalid`;

const eraseDetails = async (transaction: Transaction, userId: string): Promise<void> => {
  await removeCredentials(transaction, userId, { usn: '', regNo: '', department: '', semester: 1 });
  await transaction.teacher.updateMany({ where: { userId }, data: { employeeId: '', department: '' } });
};

/** The email queue keeps the address until the email is sent, for at most three days. */
const mailErased = (
  transaction: Transaction,
  { id: userId, email: address, language }: { id: string; email: string; language: string | null },
): Promise<void> => {
  const known = readLanguage([language]);
  return queueMail(transaction, { userId }, { kind: 'account_erased', address, language: known });
};

/** Deletes everything that identifies a person, including records merged into theirs. The ids are kept. */
export const erase = async (transaction: Transaction, userId: string, minutes: number): Promise<boolean> => {
  const merged = await transaction.user.findMany({
    where: { mergedIntoId: userId, erasedAt: null },
    select: { id: true },
  });
  for (const { id } of merged) await erase(transaction, id, minutes);
  const before = await transaction.user.findUnique({ where: { id: userId } });
  await eraseDetails(transaction, userId);
  await transaction.notice.deleteMany({ where: { userId } });
  await transaction.personStatements.deleteMany({ where: { userId } });
  await transaction.deadLetter.deleteMany({ where: { letter: { contains: userId } } });
  const address = erasedAddressOf(userId);
  const person = await changeUser(
    transaction,
    userId,
    { erasedAt: null },
    {
      name: ERASED_NAME,
      email: address,
      emailKey: address,
      newEmail: null,
      nameOpenUntil: null,
      passwordHash: NO_PASSWORD,
      institutionId: null,
      institutionKey: null,
      suspendedAt: null,
      suspendedBecause: null,
      language: null,
      noticesOff: [],
      ...signedOutNow(minutes),
      erasedAt: new Date(),
    },
  );
  if (person && before?.emailVerified) await mailErased(transaction, before);
  return person !== undefined;
};

export const createErasure = (database: Database, minutes: number, erasedIds: ErasedIds) => {
  const eraseAndRemember = async (transaction: Transaction, userId: string): Promise<boolean> => {
    const records = await transaction.user.findMany({
      where: { OR: [{ id: userId }, { mergedIntoId: userId }] },
      select: { institutionKey: true },
    });
    await erasedIds.add(
      transaction,
      records.flatMap(({ institutionKey }) => institutionKey ?? []),
    );
    return erase(transaction, userId, minutes);
  };
  return {
    eraseSelf: (userId: string): Promise<boolean> =>
      database.$transaction((transaction) => eraseAndRemember(transaction, userId)),
    eraseOther: (adminId: string, personId: string, reason: string): Promise<boolean> =>
      database.$transaction(async (transaction) => {
        const erased = await eraseAndRemember(transaction, personId);
        if (erased) await writeAdminAction(transaction, { adminId, personId, reason, action: 'erase' });
        return erased;
      }),
  };
};
export type Erasure = ReturnType<typeof createErasure>;
