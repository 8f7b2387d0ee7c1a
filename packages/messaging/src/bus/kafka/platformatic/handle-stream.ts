import type { CommitOptionsPartition, Consumer, Message, MessagesStream } from '@platformatic/kafka';
import pLimit from 'p-limit';
import { type ConsumerWanted, type KafkaRecord, MAX_CONCURRENT_RECORDS } from '../kafka-client.ts';

const MAX_PARTITIONS = 3;
const MAX_WAITING = 2_000;

const recordOf = ({ key, value, headers, offset }: Message): KafkaRecord => ({
  // The client uses undefined for an absent value, whatever its types say.
  key: (key as Buffer | undefined) ?? null,
  value: (value as Buffer | undefined) ?? null,
  headers: Object.fromEntries([...headers].map(([name, text]) => [String(name), String(text)])),
  offset: String(offset),
});

interface Deps extends Pick<ConsumerWanted, 'handle' | 'stopping'> {
  member: Consumer;
  /** Called on an error after which the consumer has to be restarted. */
  onFailure: (error: unknown) => void;
}

export interface HandledStream {
  /** After a rebalance: waits for running handlers without committing. */
  revoke: () => Promise<void>;
  /** For a shutdown: waits for running handlers and commits their positions. */
  stop: () => Promise<void>;
}

/** Handles each partition separately, and commits a position only after its effects are durable. */
export const handleStream = (
  stream: MessagesStream<Buffer, Buffer, Buffer, Buffer>,
  { member, handle, stopping, onFailure }: Deps,
): HandledStream => {
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, stopping]);
  const serialize = pLimit(MAX_PARTITIONS);
  const queues = new Map<string, Message[]>();
  const running = new Set<Promise<void>>();
  const positions = new Map<string, CommitOptionsPartition>();
  let committing: Promise<void> | undefined;
  let waiting = 0;

  const commitAll = async (): Promise<void> => {
    try {
      // Once the group is assigned to another consumer, the position must not be committed here.
      while (positions.size > 0 && !ended.signal.aborted) {
        const offsets = [...positions.values()];
        positions.clear();
        await member.commit({ offsets });
      }
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    } finally {
      // Must be reset in the same turn as the last check of the positions, so that no position waits for the
      // next message.
      committing = undefined;
    }
  };
  /** Commits run beside the handlers, one at a time, with the latest positions of all partitions. */
  const commit = (key: string, position: CommitOptionsPartition): void => {
    positions.set(key, position);
    committing ??= commitAll();
  };

  const handleNext = async (key: string, queue: Message[]): Promise<void> => {
    const messages = queue.splice(0, MAX_CONCURRENT_RECORDS);
    const last = messages.at(-1);
    if (!last || signal.aborted) return;
    const { topic, partition, offset, leaderEpoch } = last;
    await handle(topic, partition, messages.map(recordOf), signal);
    commit(key, { topic, partition, offset: offset + 1n, leaderEpoch });
    waiting -= messages.length;
    if (waiting < MAX_WAITING) stream.resume();
  };
  const handleQueue = async (key: string, queue: Message[]): Promise<void> => {
    // The next turn includes further messages of the same fetch.
    await Promise.resolve();
    while (queue.length > 0 && !signal.aborted) await serialize(() => handleNext(key, queue));
    queues.delete(key);
  };

  stream.on('data', (message: Message) => {
    if (signal.aborted) return;
    if (++waiting >= MAX_WAITING) stream.pause();
    const key = `${message.topic}/${message.partition}`;
    const known = queues.get(key);
    if (known) {
      known.push(message);
      return;
    }
    const queue = [message];
    queues.set(key, queue);
    const work = handleQueue(key, queue)
      .catch((error: unknown) => {
        // The next owner of the partition starts at the first unhandled message.
        if (!signal.aborted) onFailure(error);
      })
      .finally(() => running.delete(work));
    running.add(work);
  });
  stream.on('error', (error) => {
    if (!signal.aborted) onFailure(error);
  });

  const end = async (): Promise<void> => {
    await Promise.all(running);
    await committing;
    stream.destroy();
  };
  return {
    revoke: () => {
      ended.abort();
      return end();
    },
    stop: end,
  };
};
