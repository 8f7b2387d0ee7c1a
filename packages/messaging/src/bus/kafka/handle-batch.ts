import type { EachBatchPayload, IHeaders, KafkaMessage } from 'kafkajs';
import type { KafkaTiming } from './settings.ts';

export interface KafkaRecord {
  key: Buffer | null;
  value: Buffer | null;
  headers: Record<string, string>;
  offset: string;
}

/** Number of messages of a partition that are handled concurrently before the offset is committed. */
const MAX_CONCURRENT_RECORDS = 100;

export interface BatchOptions {
  timing: KafkaTiming;
  /**
   * Handles up to {@link MAX_CONCURRENT_RECORDS} messages of a partition; the caller commits their offset
   * when the promise resolves. If it rejects, the partition's next owner fetches them again. The signal
   * aborts when this member has lost the partition.
   */
  handle: (topic: string, partition: number, records: KafkaRecord[], signal: AbortSignal) => Promise<void>;
  stopping: AbortSignal;
}

const headersOf = (headers: IHeaders = {}): KafkaRecord['headers'] =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, Array.isArray(value) ? (value[0]?.toString() ?? '') : value.toString()]],
    ),
  );
const recordOf = ({ key, value, headers, offset }: KafkaMessage): KafkaRecord => ({
  key,
  value,
  headers: headersOf(headers),
  offset,
});

/** Sends heartbeats during `work`, and aborts it when the group has removed this member. */
const withHeartbeats = async (
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

export const createHandleBatch =
  ({ handle, timing, stopping }: BatchOptions) =>
  async (payload: EachBatchPayload): Promise<void> => {
    const { batch, resolveOffset, commitOffsetsIfNecessary, uncommittedOffsets } = payload;
    const { topic, partition, messages } = batch;
    for (let first = 0; first < messages.length; first += MAX_CONCURRENT_RECORDS) {
      if (!payload.isRunning() || payload.isStale()) return;
      const records = messages.slice(first, first + MAX_CONCURRENT_RECORDS).map(recordOf);
      try {
        await withHeartbeats(payload.heartbeat, timing.heartbeatMs, (disowned) =>
          handle(topic, partition, records, AbortSignal.any([disowned, stopping])),
        );
      } catch (error) {
        // The next owner of the partition starts at the first unhandled message.
        if (stopping.aborted) return;
        throw error;
      }
      resolveOffset(records.at(-1)?.offset ?? batch.lastOffset());
      await commitOffsetsIfNecessary(uncommittedOffsets());
    }
  };
