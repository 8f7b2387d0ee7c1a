import type { Event } from '@qr-attendance/contracts/events';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { createBatcher } from '@qr-attendance/server';
import { type TopicFilter, isBulk, toMessages } from '../event-batch.ts';

const BATCH_SIZE = 200;
export const BULK_PRIORITY = -1;

const subscriptionsSchema = z.array(z.object({ topic: z.string(), queue: z.string() }));

/**
 * Inserts events into the queues of their topics and batches concurrent calls: one query, and one statement
 * per queue. Events that are already in a queue stay unchanged.
 * @param schema the schema of pg-boss
 */
export const createPublish = (
  boss: PgBoss,
  schema: string,
  inBatches: TopicFilter,
): ((event: Event) => Promise<void>) => {
  const wishes = `SELECT event AS topic, name AS queue FROM ${schema}.subscription WHERE event = ANY($1::text[])`;
  return createBatcher<Event, void>(async (batch) => {
    const events = [...new Map(batch.map((event) => [event.id, event])).values()];
    const byTopic = Map.groupBy(events, ({ topic }) => topic);
    const { rows } = await boss.getDb().executeSql(wishes, [[...byTopic.keys()]]);
    await Promise.all(
      subscriptionsSchema.parse(rows).map(({ topic, queue }) =>
        boss.insert(
          queue,
          toMessages(byTopic.get(topic) ?? [], inBatches(topic)).map((data) => ({
            id: data.id,
            data,
            priority: isBulk(data) ? BULK_PRIORITY : 0,
          })),
        ),
      ),
    );
    return batch.map(() => undefined);
  }, BATCH_SIZE);
};
