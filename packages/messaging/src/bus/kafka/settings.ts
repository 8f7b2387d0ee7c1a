export interface KafkaTiming {
  /** Maximum duration of a fetch, which also limits the time to stop a consumer. */
  maxWaitMs: number;
  heartbeatMs: number;
  /** A member without heartbeats for this long loses its partitions. */
  sessionTimeoutMs: number;
}
export const DEFAULT_TIMING: KafkaTiming = {
  maxWaitMs: 500,
  heartbeatMs: 1_000,
  sessionTimeoutMs: 10_000,
};

export interface KafkaSignIn {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  username: string;
  password: string;
}

export interface KafkaSettings {
  brokers: string[];
  ssl?: boolean | { ca: string[] };
  sasl?: KafkaSignIn | undefined;
  prefix?: string;
  partitions?: number;
  replication?: number;
  timing?: Partial<KafkaTiming>;
  timeScale?: number;
}
