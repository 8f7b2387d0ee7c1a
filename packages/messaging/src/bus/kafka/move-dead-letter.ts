import { deadLetterSchema, type DeadLetter } from '@qr-attendance/contracts';
import type { DeadLetterStore } from '../../dead-letters/dead-letter-store.ts';
import type { KafkaRecord } from './kafka-client.ts';
import type { Names } from './names.ts';
import type { Sender } from './sender.ts';

/** Tells our deletion mark in the old topic from that of an operator who gave the letter back there. */
const MOVED = 'moved';

const readLetter = (id: string, text: string, origin: DeadLetter['origin']): DeadLetter => {
  try {
    return deadLetterSchema.parse(JSON.parse(text));
  } catch {
    return { id, raw: text, reason: 'a dead letter that cannot be read', attempts: 0, origin };
  }
};

/**
 * Makes what moves a dead letter from the compacted topic of earlier releases, which replicas of theirs still write to
 * while they run, into the service's own database; there it is deleted. Repeatable.
 */
export const makeMoveDeadLetter =
  ({ names, sender, deadLetters }: { names: Names; sender: Sender; deadLetters: DeadLetterStore }) =>
  async (group: string, partition: number, { key, value, headers, offset }: KafkaRecord): Promise<void> => {
    const id = key?.toString() ?? offset;
    const topic = names.deadLetters(group);
    if (value !== null) {
      const origin = { topic: names.plain(topic), partition, offset };
      await deadLetters.add(readLetter(id, value.toString(), origin));
      await sender.send({ topic, key: id, value: null, headers: { [MOVED]: '1' } });
    } else if (headers[MOVED] === undefined) await deadLetters.remove([id]);
  };
