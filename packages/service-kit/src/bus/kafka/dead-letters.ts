import { z } from 'zod';
import { eventSchema } from '@qr-attendance/contracts/events';
import type { KafkaMessage } from 'kafkajs';
import type { DeadLetter } from '../event-bus.ts';
import { toRedriven } from './messages.ts';
import type { Names } from './names.ts';
import type { Sender } from './sender.ts';
import type { Topics } from './topics.ts';

const letterSchema = z.object({
  id: z.string(),
  event: z.optional(eventSchema),
  raw: z.string().optional(),
  reason: z.string(),
  attempts: z.number(),
  origin: z.object({ topic: z.string(), partition: z.number().optional(), offset: z.string().optional() }),
});

interface Deps {
  names: Names;
  topics: Topics;
  sender: Sender;
  readTopic: (topic: string) => Promise<KafkaMessage[]>;
}

/** The dead letters of each group: a compacted topic, in which a letter's id without a letter says that it is gone. */
export const makeDeadLetters = ({ names, topics, sender, readTopic }: Deps) => {
  const list = async (group: string): Promise<DeadLetter[]> => {
    await topics.ensureGroup(group);
    const letters = new Map<string, DeadLetter>();
    for (const { key, value } of await readTopic(names.deadLetters(group))) {
      const id = key?.toString() ?? '';
      letters.delete(id);
      if (value) letters.set(id, letterSchema.parse(JSON.parse(value.toString())) as DeadLetter);
    }
    return [...letters.values()];
  };

  return {
    list,
    /** Resolves when it is durable. */
    add: (group: string, letter: DeadLetter): Promise<void> =>
      sender.send(names.deadLetters(group), { key: letter.id, value: JSON.stringify(letter) }),
    redrive: async (group: string, ids: string[] | 'all'): Promise<number> => {
      const chosen = (await list(group)).filter(({ id }) => ids === 'all' || ids.includes(id));
      for (const letter of chosen) {
        // It is gone only when it is safely on its way; a crash in between brings it twice, which consumers bear.
        await sender.send(names.redriven(group), toRedriven(letter));
        await sender.send(names.deadLetters(group), { key: letter.id, value: null });
      }
      return chosen.length;
    },
  };
};
