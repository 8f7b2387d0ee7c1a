import type { Consumer, Kafka } from 'kafkajs';
import type { Logger } from '@qr-attendance/observability';
import { createHandleBatch, type BatchOptions } from './handle-batch.ts';

const MAX_PARTITIONS = 3;
const RESTART_MS = 2_000;

export interface ConsumerOptions extends BatchOptions {
  groupId: string;
  topics: string[];
  log: Logger;
}

/**
 * Keeps a member of a group running until it is closed, restarting it after failures. A group without offsets
 * reads its topics from the beginning. Resolves before the member has joined, because joining waits until
 * killed members time out, and requests must not wait for that.
 */
export const startConsumer = async (
  kafka: Kafka,
  options: ConsumerOptions,
): Promise<{ close: () => Promise<void> }> => {
  const { groupId, topics, timing, log } = options;
  const eachBatch = createHandleBatch(options);
  let consumer: Consumer | undefined;
  let closed = false;
  let restart: NodeJS.Timeout | undefined;

  const start = async (): Promise<void> => {
    const member = kafka.consumer({
      groupId,
      sessionTimeout: timing.sessionTimeoutMs,
      heartbeatInterval: timing.heartbeatMs,
      rebalanceTimeout: 30_000,
      maxWaitTimeInMs: timing.maxWaitMs,
      allowAutoTopicCreation: false,
      retry: { initialRetryTime: 200, maxRetryTime: 2_000, retries: 10, restartOnFailure: async () => true },
    });
    consumer = member;
    member.on(member.events.CRASH, ({ payload }) => {
      if (payload.restart || closed) return;
      log.error({ err: payload.error, groupId }, 'consumer stopped, restarting it');
      restartLater(member);
    });
    await member.connect();
    // Only groups without committed offsets start from the beginning (consumer-offsets.ts).
    await member.subscribe({ topics, fromBeginning: true });
    // The run is not awaited, because joining waits until killed members time out.
    member
      .run({ eachBatchAutoResolve: false, partitionsConsumedConcurrently: MAX_PARTITIONS, eachBatch })
      .catch((error: unknown) => {
        if (closed) return;
        log.error({ err: error, groupId }, 'consumer failed to join, restarting it');
        restartLater(member);
      });
  };
  const restartLater = (member: Consumer): void => {
    clearTimeout(restart);
    restart = setTimeout(() => {
      const again = async () => {
        await member.disconnect().catch(() => undefined);
        if (!closed) await start();
      };
      again().catch((error: unknown) => {
        log.error({ err: error, groupId }, 'consumer not started');
        if (!closed && consumer) restartLater(consumer);
      });
    }, RESTART_MS);
  };

  await start();
  return {
    close: async () => {
      closed = true;
      clearTimeout(restart);
      await consumer?.disconnect();
    },
  };
};
