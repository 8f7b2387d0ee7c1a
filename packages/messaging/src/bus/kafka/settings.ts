/** How long things take; tests are in more of a hurry. */
export interface KafkaTiming {
  /** A fetch waits so long for something to fetch; a consumer takes as long to stop. */
  maxWaitMs: number;
  heartbeatMs: number;
  /** A member that was not heard of for so long loses its partitions. */
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
  /** Which client speaks with the cluster; kafkajs unless said. */
  client?: 'kafkajs' | 'platformatic';
  /** `host:port` each. */
  brokers: string[];
  /** Encrypts; with the certificates (PEM) of authorities other than the public ones. */
  ssl?: boolean | { ca: string[] };
  sasl?: KafkaSignIn | undefined;
  /** Goes before the names of topics and groups, so that several systems may share a cluster. */
  prefix?: string;
  /** The number of partitions of topics to be created. */
  partitions?: number;
  replication?: number;
  timing?: Partial<KafkaTiming>;
  /** Multiplies the pauses of the schedule by which events are tried again. */
  timeScale?: number;
}
