import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { HandleMessage } from './handle-message.ts';
import type { Names } from './names.ts';
import { processByKey } from './process-by-key.ts';

/** So many messages of a partition are handled side by side; after them the position is committed. */
const CHUNK = 100;

const laneOf = ({ key, offset }: KafkaMessage): string => key?.toString() ?? offset;

/** Tells the group that we live while `work` lasts; ends it when the group no longer counts on us. */
const whileAlive = async (
  heartbeat: () => Promise<void>,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const disowned = new AbortController();
  const beat = () => heartbeat().catch((error: unknown) => disowned.abort(error));
  const timer = setInterval(() => void beat(), everyMs);
  try {
    await work(disowned.signal);
    await heartbeat();
  } catch (error) {
    throw disowned.signal.aborted ? disowned.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
};

interface Deps {
  handleMessage: HandleMessage;
  names: Names;
  heartbeatMs: number;
  stopping: AbortSignal;
}

/** Handles what one fetch brought of one partition; a position is committed only after its effects are durable. */
export const makeHandleBatch =
  ({ handleMessage, names, heartbeatMs, stopping }: Deps) =>
  async (payload: EachBatchPayload): Promise<void> => {
    const { batch, resolveOffset, commitOffsetsIfNecessary, uncommittedOffsets } = payload;
    const { partition, messages } = batch;
    const topic = names.plain(batch.topic);
    for (let first = 0; first < messages.length; first += CHUNK) {
      if (!payload.isRunning() || payload.isStale()) return;
      const chunk = messages.slice(first, first + CHUNK);
      try {
        await whileAlive(payload.heartbeat, heartbeatMs, (disowned) => {
          const signal = AbortSignal.any([disowned, stopping]);
          return processByKey(chunk, laneOf, (message) =>
            handleMessage({ topic, partition, message }, signal),
          );
        });
      } catch (error) {
        // The consumer that takes over the partition begins at what was not done.
        if (stopping.aborted) return;
        throw error;
      }
      resolveOffset(chunk.at(-1)?.offset ?? batch.lastOffset());
      await commitOffsetsIfNecessary(uncommittedOffsets());
    }
  };
