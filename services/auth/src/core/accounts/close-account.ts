import { DEFAULT_SECURITY_PREFERENCES } from '@qr-attendance/contracts';
import type { Transaction } from '../../db/database.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { queueMail } from '../email/email-queue.ts';
import { changeUser, removeIdentitiesOf, signedOutNow } from './accounts.ts';
import { NO_PASSWORD } from '../passwords/hash-password.ts';
import { removeSecondFactorOf } from '../second-factor/second-factors.ts';
import { changeStudent } from '../security/student-security.ts';
import { removeRefreshTokensOf } from '../tokens/refresh-tokens.ts';

/**
 * Removes everything with which somebody can sign in to an account, or prove to be its student.
 * @param details replaces what a stranger may have typed
 */
export const removeCredentials = async (
  transaction: Transaction,
  userId: string,
  details: Prisma.StudentUpdateManyMutationInput,
): Promise<void> => {
  await changeStudent(
    transaction,
    userId,
    {
      ...DEFAULT_SECURITY_PREFERENCES,
      ...details,
      pinSalt: null,
      pinHash: null,
      deviceRemovedAt: null,
      firstDeviceAt: null,
      firstPasskeyAt: null,
      selfieConsentAt: null,
    },
    async () => {
      await transaction.device.deleteMany({ where: { studentId: userId } });
      await transaction.removedDevice.deleteMany({ where: { studentId: userId } });
      await transaction.passkey.deleteMany({ where: { userId } });
    },
  );
  await transaction.passkey.deleteMany({ where: { userId } });
  await transaction.passkeyChallenge.deleteMany({ where: { userId } });
  await removeRefreshTokensOf(transaction, userId);
  await removeIdentitiesOf(transaction, userId);
  await removeSecondFactorOf(transaction, userId);
  await transaction.providerTest.deleteMany({ where: { userId } });
  await transaction.trustedPlace.deleteMany({ where: { userId } });
  await transaction.passwordReset.deleteMany({ where: { userId } });
  await transaction.signInLink.deleteMany({ where: { userId } });
  await transaction.emailVerification.deleteMany({ where: { userId } });
  await transaction.registrationLink.deleteMany({ where: { userId } });
  // The owner of the previous address must still receive this email.
  await transaction.mail.deleteMany({ where: { userId, kind: { not: 'email_changed' } } });
};

/**
 * Converts an account that a stranger may have registered with somebody's address to a person without an
 * account. Details that the stranger may have typed are removed; records about the person are kept.
 */
export const closeAccount = async (
  transaction: Transaction,
  userId: string,
  minutes: number,
): Promise<void> => {
  const details = { usn: '', usnRecorded: false, regNo: '', department: '', semester: null };
  await removeCredentials(transaction, userId, details);
  await transaction.teacher.updateMany({ where: { userId }, data: { employeeId: '', department: '' } });
  await changeUser(
    transaction,
    userId,
    { emailVerified: false, erasedAt: null },
    {
      registered: false,
      passwordHash: NO_PASSWORD,
      newEmail: null,
      nameOpenUntil: null,
      language: null,
      noticesOff: [],
      ...signedOutNow(minutes),
    },
  );
};

/** Closes the account, and sends a registration link to its address. The caller replaces the name. */
export const takeOver = async (transaction: Transaction, userId: string, minutes: number): Promise<void> => {
  await closeAccount(transaction, userId, minutes);
  await queueMail(transaction, { userId }, { kind: 'registration_link' });
};
