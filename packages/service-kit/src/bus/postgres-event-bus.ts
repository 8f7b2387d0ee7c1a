import { eventSchema, type Event, type Topic } from '@qr-attendance/contracts/events';
import { PgBoss } from 'pg-boss';
import type { Logger } from '../logging.ts';
import type { EventBus, Subscription } from './event-bus.ts';

/** How often and how soon a failing event is tried again before it becomes a dead letter. */
export interface RetryPolicy {
  retryLimit: number;
  /** Seconds before the second try; doubled from try to try. */
  retryDelay: number;
}

const SCHEMA = 'bus';
const EVENTS_AT_ONCE = 50;
const queueOf = (group: string, topic: Topic) => `${group}/${topic.name}`;
const deadLettersOf = (group: string) => `${group}/dead-letters`;
const reasonOf = (output: unknown): string => {
  const message = (output as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : JSON.stringify(output);
};

/**
 * The event bus on PostgreSQL, by pg-boss: a queue per group and topic, woken by NOTIFY, polling as a backstop.
 * @param url connection string of the database that carries events
 */
export const connectPostgresEventBus = async ({
  url,
  log,
  retry = { retryLimit: 8, retryDelay: 1 },
}: {
  url: string;
  log: Logger;
  retry?: RetryPolicy;
}): Promise<EventBus> => {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    max: 4,
    useListenNotify: true,
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'event bus'));
  await boss.start();

  const consume = async (group: string, { topic, handle }: Subscription): Promise<void> => {
    const options = {
      batchSize: EVENTS_AT_ONCE,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 5,
      // A full batch means that more is waiting: fetch on without a pause.
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const;
    await boss.work<Event>(queueOf(group, topic), options, async (jobs) =>
      Promise.all(
        jobs.map(async (job) => {
          try {
            await handle(eventSchema.parse(job.data) as Event);
            return { id: job.id, status: 'completed' as const };
          } catch (error) {
            const reason = error instanceof Error ? error.message : String(error);
            log.warn({ err: error, group, topic: topic.name, eventId: job.id }, 'event not handled');
            return { id: job.id, status: 'failed' as const, output: { message: reason } };
          }
        }),
      ),
    );
  };

  return {
    declare: async (group, topics) => {
      await boss.createQueue(deadLettersOf(group));
      for (const topic of topics) {
        const queue = queueOf(group, topic);
        const options = { ...retry, retryBackoff: true, deadLetter: deadLettersOf(group), notify: true };
        await boss.createQueue(queue, options);
        await boss.updateQueue(queue, options);
        await boss.subscribe(topic.name, queue);
      }
    },
    publish: (event) => boss.publish(event.topic, event, { id: event.id }),
    subscribe: async (group, subscriptions) => {
      await Promise.all(subscriptions.map((subscription) => consume(group, subscription)));
    },
    deadLetters: async (group) => {
      const jobs = await boss.findJobs<Event>(deadLettersOf(group));
      return jobs.map((job) => ({ event: job.data, reason: reasonOf(job.output) }));
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
};
