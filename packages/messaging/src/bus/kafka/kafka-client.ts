import type { Logger } from '@qr-attendance/observability';
import type { KafkaSettings, KafkaTiming } from './settings.ts';

/** A message as a consumer gets it. */
export interface KafkaRecord {
  key: Buffer | null;
  /** Null for a deletion mark of a compacted topic. */
  value: Buffer | null;
  headers: Record<string, string>;
  offset: string;
}
export interface NewRecord {
  topic: string;
  key: string;
  value: string | null;
  headers?: Record<string, string>;
}
export interface NewTopic {
  name: string;
  partitions: number;
  replication: number;
  config: Record<string, string>;
}
export interface PartitionEnds {
  partition: number;
  low: bigint;
  /** The position of the next message. */
  high: bigint;
}
export interface CommittedOffset {
  topic: string;
  partition: number;
  offset: bigint;
}

export interface KafkaProducer {
  /** Resolves when all are durable. After an error the producer is of no use any longer. */
  send: (records: NewRecord[]) => Promise<void>;
  close: () => Promise<void>;
}

/** This many messages of a partition are handled concurrently; then the position is committed. */
export const RECORDS_AT_ONCE = 100;

export interface ConsumerWanted {
  groupId: string;
  topics: string[];
  timing: KafkaTiming;
  /**
   * Handles up to {@link RECORDS_AT_ONCE} messages of a partition; their position is committed when it resolves. If it
   * rejects, they are fetched again by the partition's next owner. The signal aborts when this member has lost the partition.
   */
  handle: (topic: string, partition: number, records: KafkaRecord[], signal: AbortSignal) => Promise<void>;
  /** Ends what is being handled when the process stops. */
  stopping: AbortSignal;
  log: Logger;
}

/** The client that the Kafka event bus needs; there is an adapter for each library (docs/decisions/event-bus.md). */
export interface KafkaClient {
  listTopics: () => Promise<string[]>;
  createTopics: (topics: NewTopic[]) => Promise<void>;
  fetchEnds: (topic: string) => Promise<PartitionEnds[]>;
  /** Without partitions of which the group has committed nothing. */
  fetchOffsets: (groupId: string, topics: string[]) => Promise<CommittedOffset[]>;
  hasMembers: (groupId: string) => Promise<boolean>;
  /** Sets the positions of a group that has no members. */
  setOffsets: (groupId: string, offsets: CommittedOffset[]) => Promise<void>;
  connectProducer: () => Promise<KafkaProducer>;
  /**
   * Keeps a member of a group running until it is closed, whatever fails. A group without positions reads its topics from
   * their beginning. Resolves before the member has joined: a member that was killed counts as alive for a while, and
   * nobody's requests wait for that.
   */
  startConsumer: (wanted: ConsumerWanted) => Promise<{ close: () => Promise<void> }>;
  /** Whether an error says that the cluster can't tell yet, so that the same question may be asked again. */
  isPassing: (error: Error) => boolean;
  close: () => Promise<void>;
}

export interface KafkaClientModule {
  connectClient: (settings: KafkaSettings, log: Logger) => Promise<KafkaClient>;
  /** Asks the cluster about itself, with few retries. @throws what the client says */
  probe: (settings: KafkaSettings, log: Logger) => Promise<void>;
}
