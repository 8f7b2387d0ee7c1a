import type { Consumer, Kafka } from 'kafkajs';
import type { ConsumerWanted } from '../kafka-client.ts';
import { createHandleBatch } from './handle-batch.ts';

const MAX_PARTITIONS = 3;
const RESTART_MS = 2_000;

export const startConsumer = async (
  kafka: Kafka,
  wanted: ConsumerWanted,
): Promise<{ close: () => Promise<void> }> => {
  const { groupId, topics, timing, log } = wanted;
  const eachBatch = createHandleBatch(wanted);
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
    // Only groups without committed offsets start there (../consumer-offsets.ts).
    await member.subscribe({ topics, fromBeginning: true });
    // Not awaited, because joining takes as long as a killed member counts as alive.
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
