import type { DeadLetter } from '@qr-attendance/contracts';
import { eventSchema } from '@qr-attendance/contracts/events';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { DeadLetterStore } from '../../dead-letters/dead-letter-store.ts';
import { membersOf } from '../event-batch.ts';

/** The dead letter of an event. @param data the data of its job, or its index in the batch of the job */
export const toDeadLetter = (
  { id, data }: Pick<JobWithMetadata<unknown>, 'id' | 'data'>,
  { topic, reason, attempts }: { topic: string; reason: string; attempts: number },
): DeadLetter => {
  const event = eventSchema.safeParse(data);
  return {
    ...(event.success ? { id: event.data.id, event: event.data } : { id, raw: JSON.stringify(data) }),
    reason,
    attempts,
    origin: { topic },
  };
};

/** The events of a job, each with the id of its dead letter where it turns out to be none. */
export const partsOf = ({ id, data }: Pick<JobWithMetadata<unknown>, 'id' | 'data'>) => {
  const members = membersOf(data);
  return members.map((member, index) => ({ id: members.length === 1 ? id : `${id}/${index}`, data: member }));
};

const outputSchema = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value.message),
  z.unknown().transform((output) => JSON.stringify(output ?? 'no reason known')),
]);

/**
 * Makes what moves jobs from pg-boss's queue of dead letters, which deletes them after two weeks, into the service's own
 * database: what pg-boss itself gives up because members were lost with it again and again. Repeatable, and safe beside
 * others that do the same.
 */
export const createMoveDeadLetters =
  (boss: PgBoss, queue: string, deadLetters: DeadLetterStore) => async (): Promise<void> => {
    for (const job of await boss.findJobs<unknown>(queue, { queued: true })) {
      const topic = job.sourceName?.split('/').at(-1) ?? '';
      const reason = outputSchema.parse(job.output);
      const why = { topic, reason, attempts: (job.sourceRetryCount ?? 0) + 1 };
      for (const part of partsOf(job)) await deadLetters.add(toDeadLetter(part, why));
      await boss.deleteJob(queue, job.id);
    }
  };
