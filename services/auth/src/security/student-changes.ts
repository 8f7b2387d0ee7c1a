import { securityChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { DomainError } from '@qr-attendance/server';
import { studentSecurityOf, type StudentDetails } from '../people/rules/person.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { writeToOutbox } from '../events/outbox.ts';
import { toStudentDetails, withDetails } from '../people/person-rows.ts';

/** What else changes, given the student before it. */
type Alongside = (transaction: Transaction, before: StudentDetails) => Promise<unknown>;

/** One change of what protects a student's marks, with its event. @returns undefined when there is no such student */
export const changeStudent = async (
  transaction: Transaction,
  userId: string,
  columns: Prisma.StudentUpdateManyMutationInput,
  alongside: Alongside = async () => undefined,
): Promise<StudentDetails | undefined> => {
  const read = async () =>
    toStudentDetails(
      await transaction.student.findUniqueOrThrow({ where: { userId }, ...withDetails.student }),
    );
  // The update locks the row, so that concurrent changes get versions in the order they take effect.
  const { count } = await transaction.student.updateMany({
    where: { userId, user: { erasedAt: null } },
    data: { ...columns, securityVersion: { increment: 1 } },
  });
  if (count === 0) return undefined;
  await alongside(transaction, await read());
  const student = await read();
  await writeToOutbox(transaction, makeEvent(securityChanged, userId, studentSecurityOf(userId, student)));
  return student;
};

/** @throws DomainError when there is no such student any more */
export const makeChangeStudent =
  (database: Database) =>
  (
    userId: string,
    columns: Prisma.StudentUpdateManyMutationInput,
    alongside?: Alongside,
  ): Promise<StudentDetails> =>
    database.$transaction(async (transaction) => {
      const student = await changeStudent(transaction, userId, columns, alongside);
      if (!student) throw new DomainError('unauthenticated', 'signed_out', 'Please sign in again.');
      return student;
    });
export type ChangeStudent = ReturnType<typeof makeChangeStudent>;
