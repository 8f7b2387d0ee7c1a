import { setTimeout as pause } from 'node:timers/promises';
import { eventSchema } from '@qr-attendance/contracts/events';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Subscription } from '../event-bus.ts';
import { pauseAfter, type RetrySchedule } from '../retry-schedule.ts';
import { NO_ATTEMPTS, type Outcome, type AttemptCounts, type TryEvent } from '../try-event.ts';
import { partsOf, toDeadLetter } from './dead-letters.ts';
import { createReturnJobs } from './give-back.ts';
import { BULK_PRIORITY } from './publish.ts';

const BATCH_SIZE = 100;
/** Leaves most database connections to requests and live events during a replay. */
const BULK_CONCURRENCY = 4;
/** Pause before the next delivery of an event that was returned because the database was unavailable. */
const UNAVAILABLE_PAUSE_MS = 1_000;

const triesSchema = z.object({ failing: z.int(), slow: z.int() }).catch(NO_ATTEMPTS);

interface Deps {
  boss: PgBoss;
  schema: string;
  pollSeconds: number;
  schedule: RetrySchedule;
  timeScale: number;
  stopping: AbortSignal;
}

type JobPart = ReturnType<typeof partsOf>[number];

interface JobResult {
  id: string;
  retryCount: number;
  tries: AttemptCounts;
  outcome: Outcome;
}

export const createConsume = ({ boss, schema, pollSeconds, schedule, timeScale, stopping }: Deps) => {
  const giveBack = createReturnJobs(boss, schema);
  const unavailableMs = UNAVAILABLE_PAUSE_MS * timeScale;

  return async (queue: string, { topic, handle }: Subscription, tryEvent: TryEvent): Promise<void> => {
    const tryPart = (part: JobPart, tries: AttemptCounts): Promise<Outcome> =>
      tryEvent({
        handle: async () => handle(eventSchema.parse(part.data)),
        tries,
        toLetter: (why) => toDeadLetter(part, { topic: topic.name, ...why }),
        about: { topic: topic.name, eventId: part.id },
      });
    /**
     * Handles each event of a batch separately; a failing event is retried alone and does not delay others.
     */
    const tryBatch = async (parts: JobPart[]): Promise<Outcome> => {
      const outcomes = await Promise.all(parts.map((part) => tryPart(part, NO_ATTEMPTS)));
      const unavailable = outcomes.find(({ kind }) => kind === 'unavailable');
      if (unavailable) return unavailable;
      const failed = parts.flatMap((part, index) => {
        const outcome = outcomes[index];
        const event = eventSchema.safeParse(part.data).data;
        return outcome?.kind === 'again' && event ? [{ event, afterMs: outcome.afterMs }] : [];
      });
      if (failed.length > 0)
        await boss.insert(
          queue,
          failed.map(({ event, afterMs }) => ({
            id: event.id,
            data: event,
            startAfter: new Date(Date.now() + afterMs),
          })),
        );
      return { kind: 'done' };
    };
    const tryJob = async (job: JobWithMetadata<unknown>): Promise<JobResult> => {
      const tries = triesSchema.parse(job.output);
      const parts = partsOf(job);
      const [only] = parts;
      const outcome = only && parts.length === 1 ? await tryPart(only, tries) : await tryBatch(parts);
      return { id: job.id, retryCount: job.retryCount, tries, outcome };
    };

    let pauses = 0;
    const completeDone = async (tried: JobResult[]): Promise<void> => {
      const done = tried.filter(({ outcome }) => outcome.kind === 'done').map(({ id }) => id);
      if (done.length > 0) await boss.complete(queue, done);
    };
    /**
     * Stops fetching while the database is unavailable. Fetched events stay with this member, because other
     * members have the same problem.
     */
    const waitUntilAvailable = async (tried: JobResult[]): Promise<void> => {
      if (tried.every(({ outcome }) => outcome.kind !== 'unavailable')) {
        pauses = 0;
        return;
      }
      pauses += 1;
      await completeDone(tried);
      await pause(pauseAfter(schedule.unavailable, pauses), undefined, { signal: stopping }).catch(
        () => undefined,
      );
    };

    const options = {
      includeMetadata: true,
      pollingIntervalSeconds: Math.min(1, pollSeconds),
      notifyPollingIntervalSeconds: pollSeconds,
      // After a full batch, pg-boss fetches the next batch without a pause.
      burstWhenBatchFull: true,
    } as const;
    const handleJobs = async (jobs: JobWithMetadata<unknown>[]): Promise<void> => {
      const tried = await Promise.all(jobs.map(tryJob));
      await waitUntilAvailable(tried);
      const lost = await giveBack(
        queue,
        tried.flatMap(({ id, retryCount, tries, outcome }) => {
          if (outcome.kind === 'done') return [];
          if (outcome.kind === 'unavailable') return [{ id, retryCount, tries, afterMs: unavailableMs }];
          return [{ id, retryCount, tries: outcome.tries, afterMs: outcome.afterMs }];
        }),
      );
      if (lost.length > 0) {
        // Unhandled jobs must fail here, because pg-boss completes them if the handler returns.
        await completeDone(tried);
        throw new Error(
          `This member was taken for dead, and ${lost.length} of its events were given to others.`,
        );
      }
      // pg-boss completes the remaining jobs by id; with results per job it would scan the whole queue.
    };
    await boss.work(queue, { ...options, batchSize: BATCH_SIZE, minPriority: 0 }, handleJobs);
    await boss.work(
      queue,
      { ...options, batchSize: BULK_CONCURRENCY, maxPriority: BULK_PRIORITY },
      handleJobs,
    );
  };
};
