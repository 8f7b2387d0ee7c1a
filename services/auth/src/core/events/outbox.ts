import { securityChanged, userChanged, type Event, type Topic } from '@qr-attendance/contracts/events';
import { REPUBLISH_BATCH, type RepublishBatch, republishedOf, createEvent } from '@qr-attendance/messaging';
import type { Prisma } from '../../db/generated/client.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { toPerson, toStudentDetails, withDetails } from '../people/person-rows.ts';
import { studentSecurityOf, userChangedOf } from '../people/rules/person.ts';

export const writeToOutbox = async (transaction: Transaction, event: Event): Promise<void> => {
  const { topic, key, payload, ...rest } = event;
  // A replacement also replaces the trace.
  const row = { trace: null, ...rest, payload: payload as Prisma.InputJsonValue };
  await transaction.outboxEvent.upsert({
    where: { topic_key: { topic, key } },
    create: { topic, key, ...row },
    update: row,
  });
};

/** Like `writeToOutbox` for many events, in one statement. */
export const writeAllToOutbox = async (transaction: Transaction, events: Event[]): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map(({ occurredAt, ...event }) => ({ ...event, occurred_at: occurredAt }));
  await transaction.$executeRaw`
    INSERT INTO outbox (topic, key, id, version, occurred_at, payload, trace)
    SELECT topic, key, id, version, occurred_at, payload, trace
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS e (topic text, key text, id uuid, version integer, occurred_at timestamptz, payload jsonb, trace text)
    ON CONFLICT (topic, key) DO UPDATE
       SET id = excluded.id, version = excluded.version, occurred_at = excluded.occurred_at,
           payload = excluded.payload, trace = excluded.trace`;
};

const FIRST = '00000000-0000-0000-0000-000000000000';
interface Locked {
  id: string;
}

/** Rows are locked against changes, which publish their own events, but not against references. */
const users = {
  lockAfter: (transaction: Transaction, after: string) => transaction.$queryRaw<Locked[]>`
    SELECT id FROM users WHERE id > ${after}::uuid ORDER BY id LIMIT ${REPUBLISH_BATCH} FOR NO KEY UPDATE`,
  lock: (transaction: Transaction, ids: string[]) => transaction.$queryRaw<Locked[]>`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  currentEvents: async (transaction: Transaction, ids: string[]): Promise<Event[]> => {
    const rows = await transaction.user.findMany({ where: { id: { in: ids } }, include: withDetails });
    return rows.map((row) => createEvent(userChanged, row.id, userChangedOf(toPerson(row))));
  },
};
const students: typeof users = {
  lockAfter: (transaction, after) => transaction.$queryRaw<Locked[]>`
    SELECT user_id AS id FROM students WHERE user_id > ${after}::uuid
     ORDER BY user_id LIMIT ${REPUBLISH_BATCH} FOR NO KEY UPDATE`,
  lock: (transaction, ids) => transaction.$queryRaw<Locked[]>`
    SELECT user_id AS id FROM students WHERE user_id = ANY (${ids}::uuid[]) ORDER BY user_id FOR NO KEY UPDATE`,
  currentEvents: async (transaction, ids) => {
    const rows = await transaction.student.findMany({
      where: { userId: { in: ids } },
      ...withDetails.student,
    });
    return rows.map((row) =>
      createEvent(securityChanged, row.userId, studentSecurityOf(row.userId, toStudentDetails(row))),
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
      // The event of a concurrent change may have been published before, and must be the last one on the bus.
      await republishNewer(events);
      return republishedOf(events.map(({ key }) => key));
    },
  ]);
};
