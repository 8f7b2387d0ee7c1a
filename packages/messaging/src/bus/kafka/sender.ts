import { Partitioners, type Kafka, type Message, type Producer } from 'kafkajs';

const AT_ONCE = 500;
/** Who publishes tries again by itself, so that a process that is to stop does not wait for long. */
const RETRY = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 5 };

interface Waiting {
  topic: string;
  message: Message;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Sends messages in the order they come, as many at a time as have come; each is durable when its promise resolves. */
export const makeSender = (kafka: Kafka) => {
  const queue: Waiting[] = [];
  let producer: Producer | undefined;
  let sending: Promise<void> | undefined;

  const connect = async (): Promise<Producer> => {
    const made = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: RETRY,
    });
    await made.connect();
    return made;
  };

  const send = async (batch: Waiting[]): Promise<void> => {
    try {
      producer ??= await connect();
      const byTopic = Map.groupBy(batch, ({ topic }) => topic);
      await producer.sendBatch({
        acks: -1,
        topicMessages: [...byTopic].map(([topic, waiting]) => ({
          topic,
          messages: waiting.map(({ message }) => message),
        })),
      });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // A producer whose sequence broke would fail for ever; the next batch gets a new one.
      const broken = producer;
      producer = undefined;
      await broken?.disconnect().catch(() => undefined);
      for (const { reject } of batch) reject(error);
    }
  };

  const drain = async (): Promise<void> => {
    // On the next turn, together with what else is said in this one.
    await Promise.resolve();
    while (queue.length > 0) await send(queue.splice(0, AT_ONCE));
    // At once, or what comes now would be left lying.
    sending = undefined;
  };

  return {
    send: (topic: string, message: Message): Promise<void> =>
      new Promise((resolve, reject) => {
        queue.push({ topic, message, resolve, reject });
        sending ??= drain();
      }),
    close: async (): Promise<void> => {
      await sending;
      await producer?.disconnect();
    },
  };
};
export type Sender = ReturnType<typeof makeSender>;
