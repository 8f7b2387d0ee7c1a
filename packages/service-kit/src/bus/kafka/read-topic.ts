import { randomUUID } from 'node:crypto';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import type { KafkaTiming } from './settings.ts';

/** Compaction may have taken the last messages away; then nothing more comes. */
const SILENCE_MS = 3_000;

/** Everything that is in a topic of one partition now. */
export const readTopic = async (
  { kafka, admin, timing }: { kafka: Kafka; admin: Admin; timing: KafkaTiming },
  topic: string,
): Promise<KafkaMessage[]> => {
  const [ends] = await admin.fetchTopicOffsets(topic);
  if (!ends || ends.high === ends.low) return [];
  const end = BigInt(ends.high);
  const groupId = `${topic}.reader-${randomUUID()}`;
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: timing.maxWaitMs,
    allowAutoTopicCreation: false,
  });
  const messages: KafkaMessage[] = [];
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      let silence = setTimeout(resolve, SILENCE_MS * 3);
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      const eachBatch = async (found: KafkaMessage[], last: string) => {
        clearTimeout(silence);
        silence = setTimeout(resolve, SILENCE_MS);
        messages.push(...found.filter(({ offset }) => BigInt(offset) < end));
        if (BigInt(last) >= end - 1n) {
          clearTimeout(silence);
          resolve();
        }
      };
      consumer
        .run({ autoCommit: false, eachBatch: ({ batch }) => eachBatch(batch.messages, batch.lastOffset()) })
        .catch(reject);
    });
    return messages;
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
  }
};
