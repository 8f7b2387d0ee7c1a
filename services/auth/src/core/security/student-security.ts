import type { SecurityPreferences } from '@qr-attendance/contracts';
import { securityChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { type PinVerifier, freshProofRequiredError } from '@qr-attendance/server';
import type { Prisma } from '../../db/generated/client.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import { writeToOutbox } from '../events/outbox.ts';
import { studentWithDetails, toStudentDetails } from '../people/person-rows.ts';
import { signedOutError, type StudentDetails, studentSecurityOf } from '../people/rules/person.ts';

type WriteAlongside = (transaction: Transaction, before: StudentDetails) => Promise<unknown>;

const isWeaker = (before: SecurityPreferences, wanted: SecurityPreferences): boolean =>
  (before.requirePin && !wanted.requirePin) ||
  (before.requireBiometric && !wanted.requireBiometric) ||
  (before.requireDeviceVerification && !wanted.requireDeviceVerification) ||
  (before.requireSelfie && !wanted.requireSelfie);

export const changeStudent = async (
  transaction: Transaction,
  userId: string,
  columns: Prisma.StudentUpdateManyMutationInput,
  alongside: WriteAlongside = async () => undefined,
  unlessOtherwise: Prisma.StudentWhereInput = {},
): Promise<StudentDetails | undefined> => {
  const read = async () => {
    const row = await transaction.student.findUniqueOrThrow({ where: { userId }, ...studentWithDetails });
    return toStudentDetails(row, row.user.passkeys);
  };
  // The update locks the row, so concurrent changes get versions in the order in which they take effect.
  const { count } = await transaction.student.updateMany({
    where: { ...unlessOtherwise, userId, user: { erasedAt: null } },
    data: { ...columns, securityVersion: { increment: 1 } },
  });
  if (count === 0) return undefined;
  await alongside(transaction, await read());
  const student = await read();
  await writeToOutbox(transaction, createEvent(securityChanged, userId, studentSecurityOf(userId, student)));
  return student;
};

export const createChangeStudent =
  (database: Database) =>
  (
    userId: string,
    columns: Prisma.StudentUpdateManyMutationInput,
    alongside?: WriteAlongside,
  ): Promise<StudentDetails> =>
    database.$transaction(async (transaction) => {
      const student = await changeStudent(transaction, userId, columns, alongside);
      if (!student) throw signedOutError();
      return student;
    });

export const createStudentSecurity = (database: Database) => {
  const change = createChangeStudent(database);
  return {
    setPreferences: (studentId: string, preferences: SecurityPreferences, isFresh: boolean) =>
      change(studentId, {}, async (transaction, before) => {
        if (!isFresh && isWeaker(before.preferences, preferences)) throw freshProofRequiredError();
        if (isWeaker(before.preferences, preferences))
          await queueMail(transaction, { userId: studentId }, { kind: 'checks_reduced' });
        await transaction.student.update({ where: { userId: studentId }, data: preferences });
      }),
    /** @param maySetFirst whether a student without a PIN may set one without a fresh proof */
    setPin: (
      studentId: string,
      { salt, hash }: PinVerifier,
      { isFresh, maySetFirst }: { isFresh: boolean; maySetFirst: boolean },
    ) =>
      change(studentId, {}, async (transaction, before) => {
        if (!isFresh && !(maySetFirst && before.pinVerifier === null)) throw freshProofRequiredError();
        if (before.pinVerifier) await queueMail(transaction, { userId: studentId }, { kind: 'pin_changed' });
        await transaction.student.update({
          where: { userId: studentId },
          data: { pinSalt: salt, pinHash: hash },
        });
      }),
    renewVerifier: (studentId: string, from: PinVerifier, to: PinVerifier): Promise<boolean> =>
      database.$transaction(async (transaction) => {
        const columns = { pinSalt: to.salt, pinHash: to.hash };
        const same = { pinSalt: from.salt, pinHash: from.hash };
        return (await changeStudent(transaction, studentId, columns, undefined, same)) !== undefined;
      }),
    setSelfieConsent: (studentId: string, given: boolean) =>
      change(studentId, {}, async (transaction, { selfieConsentAt }) => {
        const data = { selfieConsentAt: given ? (selfieConsentAt ?? new Date()) : null };
        await transaction.student.update({ where: { userId: studentId }, data });
      }),
  };
};
export type StudentSecurityStore = ReturnType<typeof createStudentSecurity>;
