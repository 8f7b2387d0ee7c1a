import { securityChanged, userChanged, type Event, type Topic } from '@qr-attendance/contracts/events';
import { ANNOUNCE_BATCH, announcedOf, makeEvent, type AnnounceBatch } from '@qr-attendance/service-kit';
import { studentSecurityOf, userChangedOf } from '../domain/person.ts';
import type { Database, Transaction } from './database.ts';
import { queueUnlessWaiting } from './outbox.ts';
import { toPerson, toStudentDetails, withDetails } from './person-rows.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';
interface Locked {
  id: string;
}

/** Rows are locked against changes, which tell of themselves, but not against what refers to them. */
const lockUsers = (transaction: Transaction, after: string) => transaction.$queryRaw<Locked[]>`
  SELECT id FROM users WHERE id > ${after}::uuid ORDER BY id LIMIT ${ANNOUNCE_BATCH} FOR NO KEY UPDATE`;
const lockStudents = (transaction: Transaction, after: string) => transaction.$queryRaw<Locked[]>`
  SELECT user_id AS id FROM students WHERE user_id > ${after}::uuid
   ORDER BY user_id LIMIT ${ANNOUNCE_BATCH} FOR NO KEY UPDATE`;

const usersChanged = async (transaction: Transaction, ids: string[]): Promise<Event[]> => {
  const rows = await transaction.user.findMany({ where: { id: { in: ids } }, include: withDetails });
  return rows.map((row) => makeEvent(userChanged, row.id, userChangedOf(toPerson(row))));
};
const studentsChanged = async (transaction: Transaction, ids: string[]): Promise<Event[]> => {
  const rows = await transaction.student.findMany({ where: { userId: { in: ids } }, ...withDetails.student });
  return rows.map((row) =>
    makeEvent(securityChanged, row.userId, studentSecurityOf(row.userId, toStudentDetails(row))),
  );
};

/** Announces people, and what protects students' marks. */
export const makeAnnouncers = (database: Database): [Topic, AnnounceBatch][] => {
  const announce =
    (lock: typeof lockUsers, eventsOf: typeof usersChanged): AnnounceBatch =>
    (after = FIRST) =>
      database.$transaction(async (transaction) => {
        const ids = (await lock(transaction, after)).map(({ id }) => id);
        await queueUnlessWaiting(transaction, await eventsOf(transaction, ids));
        return announcedOf(ids);
      });
  return [
    [userChanged, announce(lockUsers, usersChanged)],
    [securityChanged, announce(lockStudents, studentsChanged)],
  ];
};
