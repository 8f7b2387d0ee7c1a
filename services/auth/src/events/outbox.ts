import type { Event } from '@qr-attendance/contracts/events';
import type { Transaction } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';

/** Writes an event beside the state it tells of; a waiting older event of the same aggregate is replaced. */
export const writeToOutbox = async (transaction: Transaction, event: Event): Promise<void> => {
  const { topic, key, payload, ...rest } = event;
  // One that replaces another takes its trace away, too.
  const row = { trace: null, ...rest, payload: payload as Prisma.InputJsonValue };
  await transaction.outboxEvent.upsert({
    where: { topic_key: { topic, key } },
    create: { topic, key, ...row },
    update: row,
  });
};

/** Puts events into the outbox, except for aggregates whose event waits there already. */
export const queueUnlessWaiting = async (transaction: Transaction, events: Event[]): Promise<void> => {
  await transaction.outboxEvent.createMany({
    data: events.map(({ payload, ...rest }) => ({ ...rest, payload: payload as Prisma.InputJsonValue })),
    skipDuplicates: true,
  });
};
