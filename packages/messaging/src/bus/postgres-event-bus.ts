import type { Topic } from '@qr-attendance/contracts/events';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Logger } from '@qr-attendance/observability';
import { runPeriodically } from '@qr-attendance/server';
import type { TopicFilter } from './event-batch.ts';
import type { EventBus } from './event-bus.ts';
import { createConsume } from './postgres/consume.ts';
import { createMoveDeadLetters } from './postgres/dead-letters.ts';
import { createPublish } from './postgres/publish.ts';
import { createRetrySchedule } from './retry-schedule.ts';
import { createTryEvent } from './try-event.ts';

const SCHEMA = 'bus';
const HEARTBEAT_SECONDS = 10;
/** Interval at which events held by dead members are reassigned. */
const SUPERVISE_SECONDS = 20;
/** Polling finds events that send no NOTIFY, such as retries. */
const POLL_SECONDS = 5;
/** Handled events are kept this long for operators; a longer time slows the queue down. */
const RETENTION_SECONDS = 900;
const CLEAN_SECONDS = 300;
/** A waiting event is deleted after this time; a consumer that was down for a year needs a replay. */
const MAX_WAITING_SECONDS = 365 * 86_400;
/** Interval of the search for events that pg-boss has given up on. */
const MOVE_MS = 30_000;
const MIN_POLL_SECONDS = 0.5;
/**
 * Limits how often an event may crash its member, and sets when it is delivered again. Failed attempts are
 * counted separately (try-event.ts).
 */
const LOST_MEMBERS = { retryLimit: 30, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 };
const COUNT_WAITING = `
  SELECT name, sum(CASE WHEN data ? 'batch' THEN jsonb_array_length(data -> 'batch') ELSE 1 END)::int AS events FROM ${SCHEMA}.job
  WHERE name = ANY($1::text[]) AND state < 'completed' GROUP BY name`;
/**
 * The conditions match pg-boss's index of waiting jobs; otherwise the query would read handled jobs as well.
 */
const BACKLOG = `
  SELECT coalesce(max(events), 0)::int AS events
    FROM (SELECT (SELECT count(*) FROM ${SCHEMA}.job j WHERE j.name = s.name AND j.state < 'active' AND NOT j.blocked) AS events
            FROM ${SCHEMA}.subscription s WHERE s.event = $1) AS waiting`;
const queueOf = (group: string, topic: Topic) => `${group}/${topic.name}`;
const deadLettersOf = (group: string) => `${group}/dead-letters`;

/**
 * Uses one pg-boss queue per group and topic, woken by NOTIFY, with polling as a fallback.
 * @param url connection string of the bus database
 */
export const connectPostgresEventBus = async ({
  url,
  log,
  timeScale = 1,
  inBatches = () => false,
}: {
  url: string;
  log: Logger;
  timeScale?: number;
  /** No topics by default, because every member of a group must be able to read batches. */
  inBatches?: TopicFilter;
}): Promise<EventBus> => {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    max: 4,
    // Queues are in memory and change faster than their statistics; this setting makes the planner read them
    // in index order without a sort.
    options: '-c random_page_cost=1.1',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: CLEAN_SECONDS,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'event bus'));
  await boss.start();

  const consumed: { group: string; topic: Topic }[] = [];
  const schedule = createRetrySchedule(timeScale);
  const stopping = new AbortController();
  const pollSeconds = Math.max(MIN_POLL_SECONDS, POLL_SECONDS * timeScale);
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
          heartbeatSeconds: HEARTBEAT_SECONDS,
          deleteAfterSeconds: RETENTION_SECONDS,
          retentionSeconds: MAX_WAITING_SECONDS,
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
