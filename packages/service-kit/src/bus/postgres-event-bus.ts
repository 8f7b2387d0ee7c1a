import { eventSchema, type Event, type Topic } from '@qr-attendance/contracts/events';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import { z } from 'zod';
import type { Logger } from '../logging.ts';
import type { DeadLetter, EventBus } from './event-bus.ts';
import { makeConsume } from './postgres/consume.ts';
import { makePublish } from './postgres/publish.ts';

/** How often and how soon a failing event is tried again before it becomes a dead letter. */
export interface RetryPolicy {
  retryLimit: number;
  /** Seconds before the second try; doubled from try to try. */
  retryDelay: number;
}

const SCHEMA = 'bus';
/** A member of a group that says nothing for so long is dead. */
const HEARTBEAT_S = 10;
/** How often is looked for what dead members had taken, which others get then. */
const SUPERVISE_S = 20;
/** What was handled is kept for so long, for an operator who looks; the more is kept, the slower all of it. */
const KEPT_S = 900;
const CLEAN_S = 300;
/** pg-boss's own counts are minutes old. */
const COUNT_WAITING = `SELECT name, count(*)::int AS events FROM ${SCHEMA}.job
  WHERE name = ANY($1::text[]) AND state < 'completed' GROUP BY name`;
const queueOf = (group: string, topic: Topic) => `${group}/${topic.name}`;
const deadLettersOf = (group: string) => `${group}/dead-letters`;
const reasonOf = (output: unknown): string => {
  const message = (output as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : JSON.stringify(output);
};
const toDeadLetter = (job: JobWithMetadata<unknown>): DeadLetter => {
  const event = eventSchema.safeParse(job.data);
  return {
    id: job.id,
    ...(event.success ? { event: event.data as Event } : { raw: JSON.stringify(job.data) }),
    reason: reasonOf(job.output),
    attempts: (job.sourceRetryCount ?? 0) + 1,
    origin: { topic: job.sourceName?.split('/').at(-1) ?? '' },
  };
};

/**
 * The event bus on PostgreSQL, by pg-boss: a queue per group and topic, woken by NOTIFY, polling as a backstop.
 * @param url connection string of the database that carries events
 */
export const connectPostgresEventBus = async ({
  url,
  log,
  retry = { retryLimit: 8, retryDelay: 1 },
  pollSeconds = 5,
}: {
  url: string;
  log: Logger;
  retry?: RetryPolicy;
  /** How often is looked for what no NOTIFY tells of, such as an event to be tried again. */
  pollSeconds?: number;
}): Promise<EventBus> => {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    max: 4,
    // Queues are in memory, and change faster than their statistics: by its index one is read in its order, without a sort.
    options: '-c random_page_cost=1.1',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    maintenanceIntervalSeconds: CLEAN_S,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'event bus'));
  await boss.start();

  const consumed: { group: string; topic: Topic }[] = [];
  const consume = makeConsume({ boss, schema: SCHEMA, log, pollSeconds });

  const listDeadLetters = async (group: string): Promise<DeadLetter[]> => {
    const jobs = await boss.findJobs(deadLettersOf(group), { queued: true });
    return jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime()).map(toDeadLetter);
  };

  return {
    declare: async (group, topics) => {
      await boss.createQueue(deadLettersOf(group));
      for (const topic of topics) {
        const queue = queueOf(group, topic);
        const options = {
          ...retry,
          retryBackoff: true,
          deadLetter: deadLettersOf(group),
          notify: true,
          heartbeatSeconds: HEARTBEAT_S,
          deleteAfterSeconds: KEPT_S,
        };
        await boss.createQueue(queue, options);
        await boss.updateQueue(queue, options);
        await boss.subscribe(topic.name, queue);
      }
    },
    publish: makePublish(boss, SCHEMA),
    subscribe: async (group, subscriptions) => {
      await Promise.all(
        subscriptions.map((subscription) => consume(group, queueOf(group, subscription.topic), subscription)),
      );
      consumed.push(...subscriptions.map(({ topic }) => ({ group, topic })));
    },
    deadLetters: listDeadLetters,
    redrive: async (group, ids) => {
      // Exactly those that are there now: what fails again meanwhile is not taken along.
      const there = (await listDeadLetters(group)).map(({ id }) => id);
      const chosen = ids === 'all' ? there : there.filter((id) => ids.includes(id));
      if (chosen.length === 0) return 0;
      return boss.redrive(deadLettersOf(group), { ids: chosen, limit: chosen.length });
    },
    lag: async () => {
      const queues = consumed.map(({ group, topic }) => queueOf(group, topic));
      const { rows } = await boss.getDb().executeSql(COUNT_WAITING, [queues]);
      const counts = z.array(z.object({ name: z.string(), events: z.number() })).parse(rows);
      return consumed.map((one) => ({
        group: one.group,
        topic: one.topic.name,
        events: counts.find(({ name }) => name === queueOf(one.group, one.topic))?.events ?? 0,
      }));
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
};
