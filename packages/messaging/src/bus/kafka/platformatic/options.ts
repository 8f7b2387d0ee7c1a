import type { BaseOptions, SASLMechanismValue } from '@platformatic/kafka';
import type { KafkaSettings } from '../settings.ts';

const FIRST_RETRY_MS = 200;

export const optionsOf = (
  { brokers, ssl, sasl }: KafkaSettings,
  { retries = 14, longestRetryMs = 3_000 }: { retries?: number; longestRetryMs?: number } = {},
): BaseOptions => ({
  clientId: 'qr-attendance',
  bootstrapBrokers: brokers,
  autocreateTopics: false,
  retries,
  retryDelay: (_client, _operation, attempt) => Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), longestRetryMs),
  requestTimeout: 45_000,
  ...(ssl ? { tls: ssl === true ? {} : { ca: ssl.ca }, tlsServerName: true } : {}),
  ...(sasl ? { sasl: { ...sasl, mechanism: sasl.mechanism.toUpperCase() as SASLMechanismValue } } : {}),
});
