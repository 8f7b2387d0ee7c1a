import type { RetryOptions } from 'kafkajs';
import type { Logger } from '@qr-attendance/observability';
import { ConfigError } from '@qr-attendance/server';
import { makeKafka } from './client.ts';
import type { KafkaSettings } from './settings.ts';

/** A broker that restarts may close a connection too, but not as often. */
const FEW: RetryOptions = { initialRetryTime: 200, retries: 3 };
/** What Node and OpenSSL call a certificate that is not to be trusted. */
const BAD_CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
const NO_TLS = /before secure TLS connection was established|wrong version number/;
const CLOSED = /^(Closed connection|Connection closed by the server|Connection error: .*ECONNRESET)/;

interface Met {
  name?: unknown;
  message: string;
  code?: unknown;
  cause?: unknown;
}
const isMet = (error: unknown): error is Met =>
  typeof error === 'object' && error !== null && 'message' in error;

/** What an operator has to fix; undefined for what may pass by itself. */
const explain = (error: unknown, settings: KafkaSettings): string | undefined => {
  if (!isMet(error)) return undefined;
  const { name, message, code, cause } = error;
  const { ssl, sasl } = settings;
  if (name === 'KafkaJSSASLAuthenticationError')
    return 'KAFKA_SASL_USERNAME or KAFKA_SASL_PASSWORD is wrong (Kafka does not let this user in)';
  if (message.includes('does not support the requested SASL mechanism'))
    return 'KAFKA_SASL_MECHANISM is wrong (Kafka does not offer it)';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'KAFKA_BROKERS names a host that the certificate of Kafka is not for';
  if (typeof code === 'string' && BAD_CERTIFICATE.test(code))
    return `KAFKA_SSL_CA_FILE does not vouch for the certificate of Kafka (${code})`;
  if (NO_TLS.test(message)) return 'KAFKA_SSL is wrong (Kafka does not speak TLS at KAFKA_BROKERS)';
  if (CLOSED.test(message) && !ssl)
    return 'Kafka closes the connection at KAFKA_BROKERS; it may ask for TLS (KAFKA_SSL)';
  if (CLOSED.test(message) && !sasl)
    return 'Kafka closes the connection at KAFKA_BROKERS; it may ask for a sign-in (KAFKA_SASL_MECHANISM)';
  return explain(cause, settings);
};

/**
 * Asks the cluster something at once, for what no waiting fixes would else come to light late or never. A cluster that
 * is away for a while is none of that.
 * @throws ConfigError naming the setting that keeps us out
 */
export const checkAccess = async (settings: KafkaSettings, log: Logger): Promise<void> => {
  const admin = makeKafka(settings, log, FEW).admin({ retry: FEW });
  try {
    await admin.connect();
    await admin.describeCluster();
  } catch (error) {
    const why = explain(error, settings);
    if (why !== undefined) throw new ConfigError(`Configuration: ${why}.`);
    log.warn({ err: error }, 'Kafka does not answer yet');
  } finally {
    await admin.disconnect();
  }
};
