import type { SecurityPreferences } from '@qr-attendance/contracts';
import { securityChanged } from '@qr-attendance/contracts/events';
import { makeEvent, type PinVerifier } from '@qr-attendance/service-kit';
import { studentSecurityOf, type StudentDetails } from '../domain/person.ts';
import type { Database, Transaction } from './database.ts';
import type { Prisma } from './generated/client.ts';
import { writeToOutbox } from './outbox.ts';
import { toStudentDetails, withDetails } from './person-rows.ts';

export const makeStudentSecurity = (database: Database) => {
  /** One change of what protects a student's marks, with its event, in one transaction. */
  const change = (
    userId: string,
    columns: Prisma.StudentUpdateInput,
    alongside: (transaction: Transaction) => Promise<unknown> = async () => undefined,
  ): Promise<StudentDetails> =>
    database.$transaction(async (transaction) => {
      // The update locks the row, so that concurrent changes get versions in the order they take effect.
      await transaction.student.update({
        where: { userId },
        data: { ...columns, securityVersion: { increment: 1 } },
      });
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
