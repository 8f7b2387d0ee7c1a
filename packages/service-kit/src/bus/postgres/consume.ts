import { eventSchema, type Event } from '@qr-attendance/contracts/events';
import type { Job, PgBoss } from 'pg-boss';
import type { Logger } from '../../logging.ts';
import type { Subscription } from '../event-bus.ts';
import { isHopeless } from '../is-hopeless.ts';

const EVENTS_AT_ONCE = 100;

interface Deps {
  boss: PgBoss;
  /** pg-boss's own in the database. */
  schema: string;
  log: Logger;
  /** How often is looked for what no NOTIFY tells of. */
  pollSeconds: number;
}

interface Failure {
  id: string;
  reason: string;
  hopeless: boolean;
}

/** Makes what handles a group's events of one topic, those of a batch side by side. */
export const makeConsume = ({ boss, schema, log, pollSeconds }: Deps) => {
  const noMoreTries = `UPDATE ${schema}.job SET retry_limit = retry_count
    WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active'`;

  const settle = async (queue: string, failures: Failure[]): Promise<void> => {
    const hopeless = failures.filter((failure) => failure.hopeless).map(({ id }) => id);
    if (hopeless.length > 0) await boss.getDb().executeSql(noMoreTries, [queue, hopeless]);
    // An outage fails all of a batch for one reason.
    for (const [message, failed] of Map.groupBy(failures, ({ reason }) => reason))
      await boss.fail(
        queue,
        failed.map(({ id }) => id),
        { message },
      );
  };

  return async (group: string, queue: string, { topic, handle }: Subscription): Promise<void> => {
    const tryOne = async (job: Job<Event>): Promise<Failure | undefined> => {
      try {
        await handle(eventSchema.parse(job.data) as Event);
        return undefined;
      } catch (error) {
        log.warn({ err: error, group, topic: topic.name, eventId: job.id }, 'event not handled');
        const reason = error instanceof Error ? error.message : String(error);
        return { id: job.id, reason, hopeless: isHopeless(error) };
      }
    };
    const options = {
      batchSize: EVENTS_AT_ONCE,
      pollingIntervalSeconds: Math.min(1, pollSeconds),
      notifyPollingIntervalSeconds: pollSeconds,
      // A full batch means that more is waiting: fetch on without a pause.
      burstWhenBatchFull: true,
    } as const;
    await boss.work<Event>(queue, options, async (jobs) => {
      const outcomes = await Promise.all(jobs.map(tryOne));
      // pg-boss completes what is not settled yet, by id; with results per job it would look through the whole queue.
      await settle(
        queue,
        outcomes.filter((outcome) => outcome !== undefined),
      );
    });
  };
};
