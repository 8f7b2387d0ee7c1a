import type { Topic } from '@qr-attendance/contracts/events';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Logger } from '@qr-attendance/observability';
import { runPeriodically } from '@qr-attendance/server';
import type { InBatches } from './event-batch.ts';
import type { EventBus } from './event-bus.ts';
import { createConsume } from './postgres/consume.ts';
import { createMoveDeadLetters } from './postgres/dead-letters.ts';
import { createPublish } from './postgres/publish.ts';
import { createRetrySchedule } from './retry-schedule.ts';
import { createTryEvent } from './try-event.ts';

const SCHEMA = 'bus';
/** A member of a group that says nothing for so long is dead. */
const HEARTBEAT_S = 10;
/** How often is looked for what dead members had taken, which others get then. */
const SUPERVISE_S = 20;
/** How often is looked for what no NOTIFY tells of, such as an event to be tried again. */
const POLL_S = 5;
/** Handled events are kept this long for operators; keeping more slows the queue down. */
const RETENTION_SECONDS = 900;
const CLEAN_S = 300;
/** An event that waits is deleted after so long; a consumer that was away for a year asks for a replay. */
const WAITING_S = 365 * 86_400;
/** How often events are looked for that pg-boss gave up. */
const MOVE_MS = 30_000;
/** pg-boss looks for work no more often. */
const MIN_POLL_SECONDS = 0.5;
/**
 * How often an event may be lost with its member, as when it makes the process die, and how soon it is taken again. Tries that
 * fail are counted by ourselves (try-event.ts).
 */
const LOST_MEMBERS = { retryLimit: 30, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 };
/** pg-boss's own counts are minutes old. */
const COUNT_WAITING = `
  SELECT name, sum(CASE WHEN data ? 'batch' THEN jsonb_array_length(data -> 'batch') ELSE 1 END)::int AS events FROM ${SCHEMA}.job
  WHERE name = ANY($1::text[]) AND state < 'completed' GROUP BY name`;
const BACKLOG = `
  SELECT coalesce(max(events), 0)::int AS events
    FROM (SELECT (SELECT count(*) FROM ${SCHEMA}.job j WHERE j.name = s.name AND j.state < 'completed') AS events
            FROM ${SCHEMA}.subscription s WHERE s.event = $1) AS waiting`;
const queueOf = (group: string, topic: Topic) => `${group}/${topic.name}`;
const deadLettersOf = (group: string) => `${group}/dead-letters`;

/**
 * The event bus on PostgreSQL, by pg-boss: a queue per group and topic, woken by NOTIFY, polling as a backstop.
 * @param url connection string of the database that carries events
 */
export const connectPostgresEventBus = async ({
  url,
  log,
  timeScale = 1,
  inBatches = () => false,
}: {
  url: string;
  log: Logger;
  /** Multiplies the pauses of the schedule by which events are tried again. */
  timeScale?: number;
  /** Which topics' events share messages; none unless said, as every member of a group must be able to read them. */
  inBatches?: InBatches;
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
  const schedule = createRetrySchedule(timeScale);
  const stopping = new AbortController();
  const pollSeconds = Math.max(MIN_POLL_SECONDS, POLL_S * timeScale);
  const consume = createConsume({
    boss,
    schema: SCHEMA,
    pollSeconds,
    schedule,
    timeScale,
    stopping: stopping.signal,
  });
  const movers: { stop: () => Promise<void> }[] = [];

  return {
    declare: async (group, topics) => {
      await boss.createQueue(deadLettersOf(group));
      for (const topic of topics) {
        const queue = queueOf(group, topic);
        const options = {
          ...LOST_MEMBERS,
          deadLetter: deadLettersOf(group),
          notify: true,
          heartbeatSeconds: HEARTBEAT_S,
          deleteAfterSeconds: RETENTION_SECONDS,
          retentionSeconds: WAITING_S,
        };
        await boss.createQueue(queue, options);
        await boss.updateQueue(queue, options);
        await boss.subscribe(topic.name, queue);
      }
    },
    publish: createPublish(boss, SCHEMA, inBatches),
    subscribe: async (group, subscriptions, deadLetters) => {
      const tryEvent = createTryEvent({ deadLetters, schedule, log: log.child({ group }) });
      await Promise.all(
        subscriptions.map((subscription) =>
          consume(queueOf(group, subscription.topic), subscription, tryEvent),
        ),
      );
      consumed.push(...subscriptions.map(({ topic }) => ({ group, topic })));
      const move = createMoveDeadLetters(boss, deadLettersOf(group), deadLetters);
      movers.push(runPeriodically('move of dead letters', move, MOVE_MS * timeScale, log));
    },
    backlog: async (topic) => {
      const { rows } = await boss.getDb().executeSql(BACKLOG, [topic]);
      return z.array(z.object({ events: z.number() })).parse(rows)[0]?.events ?? 0;
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
    close: async () => {
      stopping.abort();
      await Promise.all(movers.map((mover) => mover.stop()));
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
};
