import type { Logger } from '@qr-attendance/observability';
import { ConfigError } from '@qr-attendance/server';
import { probeKafka } from './connect-client.ts';
import type { KafkaSettings } from './settings.ts';

const BAD_CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
const NO_TLS = /before secure TLS connection was established|wrong version number/;
const AUTHENTICATION_ERROR = 'KafkaJSSASLAuthenticationError';
const NO_SUCH_MECHANISM = /does not support the requested SASL mechanism|SASL mechanism \S+ not supported/;
const CLOSED =
  /^(Closed connection|Connection closed by the server|Connection closed|Connection error: .*ECONNRESET)/;

interface ErrorLike {
  name?: unknown;
  message: string;
  code?: unknown;
  cause?: unknown;
  errors?: unknown;
}
const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === 'object' && error !== null && 'message' in error;

const explain = (error: unknown, settings: KafkaSettings): string | undefined => {
  if (!isErrorLike(error)) return undefined;
  const { name, message, code, cause, errors } = error;
  const { ssl, sasl } = settings;
  const within =
    explain(cause, settings) ??
    (Array.isArray(errors) ? errors.map((one) => explain(one, settings)).find(Boolean) : undefined);
  if (within !== undefined) return within;
  if (NO_SUCH_MECHANISM.test(message)) return 'KAFKA_SASL_MECHANISM is wrong (Kafka does not offer it)';
  if (name === AUTHENTICATION_ERROR)
    return 'KAFKA_SASL_USERNAME or KAFKA_SASL_PASSWORD is wrong (Kafka does not let this user in)';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'KAFKA_BROKERS names a host that the certificate of Kafka is not for';
  if (typeof code === 'string' && BAD_CERTIFICATE.test(code))
    return `KAFKA_SSL_CA_FILE does not vouch for the certificate of Kafka (${code})`;
  if (NO_TLS.test(message)) return 'KAFKA_SSL is wrong (Kafka does not speak TLS at KAFKA_BROKERS)';
  if (CLOSED.test(message) && !ssl)
    return 'Kafka closes the connection at KAFKA_BROKERS; it may ask for TLS (KAFKA_SSL)';
  if (CLOSED.test(message) && !sasl)
    return 'Kafka closes the connection at KAFKA_BROKERS; it may ask for a sign-in (KAFKA_SASL_MECHANISM)';
  return undefined;
};

/**
 * Checks access at the start, because permanent errors would otherwise appear late or never. Accepts a
 * temporarily unavailable cluster.
 * @throws ConfigError naming the setting
 */
export const checkAccess = async (settings: KafkaSettings, log: Logger): Promise<void> => {
  try {
    await probeKafka(settings, log);
  } catch (error) {
    const why = explain(error, settings);
    if (why !== undefined) throw new ConfigError(`Configuration: ${why}.`);
    log.warn({ err: error }, 'Kafka does not answer yet');
  }
};
