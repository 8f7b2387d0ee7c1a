import { securityChanged, userChanged, type Event, type Topic } from '@qr-attendance/contracts/events';
import { REPUBLISH_BATCH, type RepublishBatch, toRepublished, createEvent } from '@qr-attendance/messaging';
import type { Database, Transaction } from '../../db/database.ts';
import { writeToOutbox } from '../events/outbox.ts';
import { studentWithDetails, toPerson, toStudentDetails, withDetails } from './person-rows.ts';
import { studentSecurityOf, userChangedOf } from './rules/person.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';
interface LockedRow {
  id: string;
}

/** Locks rows against changes, which publish events themselves, but not against references. */
const users = {
  lockAfter: (transaction: Transaction, after: string) => transaction.$queryRaw<LockedRow[]>`
    SELECT id FROM users WHERE id > ${after}::uuid ORDER BY id LIMIT ${REPUBLISH_BATCH} FOR NO KEY UPDATE`,
  lock: (transaction: Transaction, ids: string[]) => transaction.$queryRaw<LockedRow[]>`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  currentEvents: async (transaction: Transaction, ids: string[]): Promise<Event[]> => {
    const rows = await transaction.user.findMany({ where: { id: { in: ids } }, include: withDetails });
    return rows.map((row) => createEvent(userChanged, row.id, userChangedOf(toPerson(row))));
  },
};
const students: typeof users = {
  lockAfter: (transaction, after) => transaction.$queryRaw<LockedRow[]>`
    SELECT user_id AS id FROM students WHERE user_id > ${after}::uuid
     ORDER BY user_id LIMIT ${REPUBLISH_BATCH} FOR NO KEY UPDATE`,
  lock: (transaction, ids) => transaction.$queryRaw<LockedRow[]>`
    SELECT user_id AS id FROM students WHERE user_id = ANY (${ids}::uuid[]) ORDER BY user_id FOR NO KEY UPDATE`,
  currentEvents: async (transaction, ids) => {
    const rows = await transaction.student.findMany({
      where: { userId: { in: ids } },
      ...studentWithDetails,
    });
    return rows.map((row) =>
      createEvent(
        securityChanged,
        row.userId,
        studentSecurityOf(row.userId, toStudentDetails(row, row.user.passkeys)),
      ),
    );
  },
};
const aggregates: [Topic, typeof users][] = [
  [userChanged, users],
  [securityChanged, students],
];

/**
 * Writes the current state of aggregates that are newer than these events to the outbox, replacing waiting
 * events.
 */
export const createRepublishNewer =
  (database: Database) =>
  async (events: Event[]): Promise<void> => {
    for (const [topic, { lock, currentEvents }] of aggregates) {
      const older = events.filter((event) => event.topic === topic.name);
      if (older.length === 0) continue;
      const versions = new Map(older.map(({ key, version }) => [key, version]));
      await database.$transaction(async (transaction) => {
        const ids = (await lock(transaction, [...versions.keys()])).map(({ id }) => id);
        for (const event of await currentEvents(transaction, ids))
          if (event.version > (versions.get(event.key) ?? event.version))
            await writeToOutbox(transaction, event);
      });
    }
  };

export const createRepublishers = (database: Database): [Topic, RepublishBatch][] => {
  const republishNewer = createRepublishNewer(database);
  return aggregates.map(([topic, { lockAfter, currentEvents }]) => [
    topic,
    async (after = FIRST, publish) => {
      const events = await database.$transaction(async (transaction) => {
        const ids = (await lockAfter(transaction, after)).map(({ id }) => id);
        return (await currentEvents(transaction, ids)).toSorted((one, other) =>
          one.key < other.key ? -1 : 1,
        );
      });
      await publish(events);
      // A concurrent change may have published its event first; its event must be the last one on the bus.
      await republishNewer(events);
      return toRepublished(events.map(({ key }) => key));
    },
  ]);
};
