import type { Logger } from '@qr-attendance/observability';
import type { KafkaSettings, KafkaTiming } from './settings.ts';

export interface KafkaRecord {
  key: Buffer | null;
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
  high: bigint;
}
export interface CommittedOffset {
  topic: string;
  partition: number;
  offset: bigint;
}

export interface KafkaProducer {
  /** Resolves when all are durable. The producer cannot be used after an error. */
  send: (records: NewRecord[]) => Promise<void>;
  close: () => Promise<void>;
}

/** This many messages of a partition are handled concurrently; then the position is committed. */
export const MAX_CONCURRENT_RECORDS = 100;

export interface ConsumerWanted {
  groupId: string;
  topics: string[];
  timing: KafkaTiming;
  /**
   * Handles up to {@link MAX_CONCURRENT_RECORDS} messages of a partition; their position is committed when it
   * resolves. If it rejects, the partition's next owner fetches them again. The signal aborts when this
   * member has lost the partition.
   */
  handle: (topic: string, partition: number, records: KafkaRecord[], signal: AbortSignal) => Promise<void>;
  stopping: AbortSignal;
  log: Logger;
}

/** There is an adapter for each client library (docs/decisions/event-bus.md). */
export interface KafkaClient {
  listTopics: () => Promise<string[]>;
  createTopics: (topics: NewTopic[]) => Promise<void>;
  fetchEnds: (topic: string) => Promise<PartitionEnds[]>;
  /** Partitions without a committed offset are left out. */
  fetchOffsets: (groupId: string, topics: string[]) => Promise<CommittedOffset[]>;
  hasMembers: (groupId: string) => Promise<boolean>;
  /** The group must have no members. */
  setOffsets: (groupId: string, offsets: CommittedOffset[]) => Promise<void>;
  connectProducer: () => Promise<KafkaProducer>;
  /**
   * Keeps a member of a group running until it is closed, despite failures. A group without positions reads
   * its topics from their beginning. Resolves before the member has joined, because a killed member counts as
   * alive for a while and requests must not wait for that.
   */
  startConsumer: (wanted: ConsumerWanted) => Promise<{ close: () => Promise<void> }>;
  /** The cluster cannot answer yet, so the same request may be repeated. */
  isTransient: (error: Error) => boolean;
  /** The broker rejected a partition's records: together, or one of them alone, they exceed its limit. */
  isTooLarge: (error: Error) => boolean;
  close: () => Promise<void>;
}

export interface KafkaClientModule {
  connectClient: (settings: KafkaSettings, log: Logger) => Promise<KafkaClient>;
  /** Requests metadata with few retries. @throws errors of the client unchanged */
  probe: (settings: KafkaSettings, log: Logger) => Promise<void>;
}
