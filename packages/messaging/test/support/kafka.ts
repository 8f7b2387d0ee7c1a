export const HURRIED = {
  maxWaitMs: 100,
  heartbeatMs: 300,
};

export const KAFKA_CLIENTS = ['kafkajs', 'platformatic'] as const;
