import type { KafkaClient, KafkaProducer, NewRecord } from './connect-client.ts';

const BATCH_SIZE = 500;

interface QueuedRecord {
  record: NewRecord;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Sends messages in order, in batches; each promise resolves when its message is durable. A batch that is too
 * large is halved until only single messages that exceed the limit fail.
 */
export const createSender = ({
  connectProducer,
  isTooLarge,
}: Pick<KafkaClient, 'connectProducer' | 'isTooLarge'>) => {
  const queue: QueuedRecord[] = [];
  let producer: KafkaProducer | undefined;
  let sending: Promise<void> | undefined;

  const send = async (batch: QueuedRecord[]): Promise<void> => {
    try {
      producer ??= await connectProducer();
      await producer.send(batch.map(({ record }) => record));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // A producer with a broken sequence would fail forever, so the next batch uses a new producer.
      const broken = producer;
      producer = undefined;
      await broken?.close().catch(() => undefined);
      if (batch.length > 1 && error instanceof Error && isTooLarge(error)) {
        const half = Math.ceil(batch.length / 2);
        await send(batch.slice(0, half));
        await send(batch.slice(half));
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  };

  const drain = async (): Promise<void> => {
    // Waits for the end of the turn, so that the batch includes all messages of this turn.
    await Promise.resolve();
    while (queue.length > 0) await send(queue.splice(0, BATCH_SIZE));
    // The variable is reset synchronously, so that no message stays in the queue.
    sending = undefined;
  };

  return {
    send: (record: NewRecord): Promise<void> =>
      new Promise((resolve, reject) => {
        queue.push({ record, resolve, reject });
        sending ??= drain();
      }),
    close: async (): Promise<void> => {
      await sending;
      await producer?.close();
    },
  };
};
