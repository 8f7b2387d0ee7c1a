import type { SecurityPreferences } from '@qr-attendance/contracts';
import { securityChanged } from '@qr-attendance/contracts/events';
import { makeEvent, notFound, Refused, type PinVerifier } from '@qr-attendance/service-kit';
import { refuseAnotherPasskey } from '../domain/passkey-limit.ts';
import type { NewPasskey } from '../domain/passkey.ts';
import { studentSecurityOf, type StudentDetails } from '../domain/person.ts';
import { isUniqueViolation, type Database, type Transaction } from './database.ts';
import type { Prisma } from './generated/client.ts';
import { writeToOutbox } from './outbox.ts';
import { toStudentDetails, withDetails } from './person-rows.ts';

export const makeStudentSecurity = (database: Database) => {
  /** One change of what protects a student's marks, with its event, in one transaction. */
  const change = (
    userId: string,
    columns: Prisma.StudentUpdateManyMutationInput,
    alongside: (transaction: Transaction) => Promise<unknown> = async () => undefined,
  ): Promise<StudentDetails> =>
    database.$transaction(async (transaction) => {
      // The update locks the row, so that concurrent changes get versions in the order they take effect.
      const { count } = await transaction.student.updateMany({
        where: { userId },
        data: { ...columns, securityVersion: { increment: 1 } },
      });
      if (count === 0) throw new Refused('unauthenticated', 'signed_out', 'Please sign in again.');
      await alongside(transaction);
      const row = await transaction.student.findUniqueOrThrow({ where: { userId }, ...withDetails.student });
      const student = toStudentDetails(row);
      await writeToOutbox(
        transaction,
        makeEvent(securityChanged, userId, studentSecurityOf(userId, student)),
      );
      return student;
    });

  return {
    setPreferences: (studentId: string, preferences: SecurityPreferences) => change(studentId, preferences),
    setPin: (studentId: string, { salt, hash }: PinVerifier) =>
      change(studentId, { pinSalt: salt, pinHash: hash }),
    /** Registers a device, or renames one already registered. */
    addDevice: (studentId: string, deviceId: string, deviceName: string) =>
      change(studentId, {}, (transaction) =>
        transaction.device.upsert({
          where: { studentId_deviceId: { studentId, deviceId } },
          create: { studentId, deviceId, deviceName },
          update: { deviceName },
        }),
      ),
    /** @throws Refused for who has too many, or when anybody has registered this one */
    addPasskey: (studentId: string, { publicKey, ...passkey }: NewPasskey) =>
      change(studentId, {}, async (transaction) => {
        refuseAnotherPasskey(await transaction.passkey.count({ where: { studentId } }));
        const data = {
          ...passkey,
          studentId,
          publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
        };
        await transaction.passkey.create({ data });
      }).catch((error: unknown) => {
        if (isUniqueViolation(error))
          throw new Refused('conflict', 'passkey_taken', 'This passkey is already registered.');
        throw error;
      }),
    /** @throws Refused when the student has no such passkey */
    removePasskey: (studentId: string, id: string) =>
      change(studentId, {}, async (transaction) => {
        const { count } = await transaction.passkey.deleteMany({ where: { id, studentId } });
        if (count === 0) throw notFound('Passkey');
      }),
    /** Remembers when a device last made a mark; an older event changes nothing. */
    touchDevice: async (studentId: string, deviceId: string, usedAt: Date): Promise<void> => {
      await database.device.updateMany({
        where: { studentId, deviceId, OR: [{ lastUsed: null }, { lastUsed: { lt: usedAt } }] },
        data: { lastUsed: usedAt },
      });
    },
  };
};
export type StudentSecurityStore = ReturnType<typeof makeStudentSecurity>;
