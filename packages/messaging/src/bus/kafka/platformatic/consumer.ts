import { Consumer } from '@platformatic/kafka';
import type { ConsumerWanted } from '../kafka-client.ts';
import type { KafkaSettings } from '../settings.ts';
import { type HandledStream, handleStream } from './handle-stream.ts';
import { optionsOf } from './options.ts';

const RESTART_MS = 2_000;
/** As much as kafkajs fetches at once; all of it is in memory. */
const FETCH_BYTES = { maxBytes: 10_485_760, maxBytesPerPartition: 1_048_576 };
/** The name that kafkajs uses, so that members of both clients can share a group during a change. */
const PROTOCOLS = [{ name: 'RoundRobinAssigner', version: 1 }];

/** Runs until a failure. */
const runMember = (
  settings: KafkaSettings,
  { groupId, topics, timing, handle, stopping }: ConsumerWanted,
  onFailure: (error: unknown) => void,
): (() => Promise<void>) => {
  const member = new Consumer({
    ...optionsOf(settings),
    groupId,
    protocols: PROTOCOLS,
    autocommit: false,
    sessionTimeout: timing.sessionTimeoutMs,
    heartbeatInterval: timing.heartbeatMs,
    rebalanceTimeout: 30_000,
    maxWaitTime: timing.maxWaitMs,
    ...FETCH_BYTES,
  });
  let handled: HandledStream | undefined;
  let closed = false;
  /**
   * Each generation of the group reads a new stream from the committed offsets, because earlier fetches may
   * be beyond messages that were not handled.
   */
  const follow = async (): Promise<void> => {
    await handled?.revoke();
    if (closed) return;
    const stream = await member.consume({ topics, mode: 'committed', fallbackMode: 'earliest' });
    handled = handleStream(stream, { member, handle, stopping, onFailure });
  };
  let following = follow();
  const report = (error: unknown) => {
    if (!closed) onFailure(error);
  };
  following
    .then(() => {
      member.on('consumer:group:join', () => {
        following = following.then(follow);
        following.catch(report);
      });
    })
    .catch(report);
  return async () => {
    closed = true;
    await following.catch(() => undefined);
    await handled?.stop();
    await member.close(true);
  };
};

/** Restarts after errors from which the client does not recover. */
export const startConsumer = (settings: KafkaSettings, wanted: ConsumerWanted) => {
  const { groupId, log } = wanted;
  let closed = false;
  let restart: NodeJS.Timeout | undefined;
  let close: () => Promise<void>;
  const start = (): void => {
    close = runMember(settings, wanted, (error) => {
      if (closed || restart) return;
      log.error({ err: error, groupId }, 'consumer stopped, restarting it');
      const last = close;
      restart = setTimeout(() => {
        const again = async () => {
          await last().catch(() => undefined);
          restart = undefined;
          if (!closed) start();
        };
        void again();
      }, RESTART_MS);
    });
  };
  start();
  return {
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(restart);
      await close();
    },
  };
};
