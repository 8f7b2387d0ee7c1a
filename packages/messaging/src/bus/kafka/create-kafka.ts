import { Kafka, logLevel, type LogEntry, type RetryOptions, type SASLOptions } from 'kafkajs';
import type { Logger } from '@qr-attendance/observability';
import type { KafkaSettings } from './settings.ts';

const RETRY = { initialRetryTime: 200, maxRetryTime: 3_000, retries: 14 };

/** kafkajs logs errors that it recovers from, so this adapter logs such errors as warnings. */
const levelOf = (level: logLevel): 'warn' | 'info' | 'debug' => {
  if (level === logLevel.ERROR) return 'warn';
  return level === logLevel.WARN ? 'info' : 'debug';
};

export const createKafka = (
  { brokers, ssl, sasl }: KafkaSettings,
  log: Logger,
  retry: RetryOptions = RETRY,
): Kafka =>
  new Kafka({
    clientId: 'qr-attendance',
    brokers,
    ssl: ssl ?? false,
    // The types of kafkajs distinguish mechanisms by type, not by value.
    ...(sasl ? { sasl: sasl as SASLOptions } : {}),
    retry,
    logLevel: logLevel.INFO,
    logCreator:
      () =>
      ({ level, namespace, log: { message, timestamp: _now, logger: _name, ...more } }: LogEntry) =>
        log[levelOf(level)]({ kafka: namespace, ...more }, message),
  });
