import type { DeadLetter } from '@qr-attendance/contracts';
import { eventSchema } from '@qr-attendance/contracts/events';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { DeadLetterStore } from '../../dead-letters/dead-letter-store.ts';
import { membersOf } from '../event-batch.ts';

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
 * Moves events that pg-boss gave up on after several crashes to the service's own database, because pg-boss
 * deletes them after two weeks. Can be repeated and run concurrently.
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
