import type { Passkey, SecurityPreferences } from '@qr-attendance/contracts';
import { securityChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { conflict, notFound, type PinVerifier, freshProofRequiredError } from '@qr-attendance/server';
import type { Prisma } from '../../db/generated/client.ts';
import { type Database, isUniqueViolation, type Transaction } from '../../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import { writeToOutbox } from '../events/outbox.ts';
import { toStudentDetails, withDetails } from '../people/person-rows.ts';
import { signedOutError, type StudentDetails, studentSecurityOf } from '../people/rules/person.ts';
import { addedCountsFrom, type CoolDowns } from './rules/cool-downs.ts';
import { type NewPasskey, refuseAnotherPasskey } from './rules/passkey.ts';

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
  const read = async () =>
    toStudentDetails(
      await transaction.student.findUniqueOrThrow({ where: { userId }, ...withDetails.student }),
    );
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

export const mailPasskey = (
  transaction: Transaction,
  userId: string,
  passkeyName: string,
  countsFrom: Date,
): Promise<void> =>
  queueMail(
    transaction,
    { userId },
    { kind: 'passkey_added', passkeyName, countsFrom: countsFrom.toISOString() },
  );

export const removeStoredPasskey = async (
  transaction: Transaction,
  userId: string,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
): Promise<void> => {
  await transaction.passkey.delete({ where: { id } });
  await queueMail(transaction, { userId }, { kind: 'passkey_removed', passkeyName: name });
};

export const createStudentSecurity = (database: Database, coolDowns: CoolDowns) => {
  const change = createChangeStudent(database);
  return {
    setPreferences: (studentId: string, preferences: SecurityPreferences, isFresh: boolean) =>
      change(studentId, {}, async (transaction, before) => {
        if (!isFresh && isWeaker(before.preferences, preferences)) throw freshProofRequiredError();
        if (isWeaker(before.preferences, preferences))
          await queueMail(transaction, { userId: studentId }, { kind: 'checks_reduced' });
        await transaction.student.update({ where: { userId: studentId }, data: preferences });
      }),
    setPin: (studentId: string, { salt, hash }: PinVerifier) =>
      change(studentId, {}, async (transaction, before) => {
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
    addPasskey: (studentId: string, { publicKey, ...passkey }: NewPasskey) =>
      change(studentId, {}, async (transaction, { firstPasskeyAt }) => {
        refuseAnotherPasskey(await transaction.passkey.count({ where: { studentId } }));
        const countsFrom = addedCountsFrom(new Date(), firstPasskeyAt, coolDowns);
        const data = {
          ...passkey,
          studentId,
          countsFrom,
          publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
        };
        await transaction.passkey.create({ data });
        await mailPasskey(transaction, studentId, passkey.name, countsFrom);
      }).catch((error: unknown) => {
        if (isUniqueViolation(error)) throw conflict('passkey_taken', 'This passkey is already registered.');
        throw error;
      }),
    removePasskey: (studentId: string, id: string) =>
      change(studentId, {}, async (transaction, { passkeys }) => {
        const passkey = passkeys.find((own) => own.id === id);
        if (!passkey) throw notFound('Passkey');
        await removeStoredPasskey(transaction, studentId, passkey);
      }),
  };
};
export type StudentSecurityStore = ReturnType<typeof createStudentSecurity>;
