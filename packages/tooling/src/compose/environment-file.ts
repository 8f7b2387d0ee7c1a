import { gatewayTokenOf, createSecrets } from '@qr-attendance/stack';
import { newSecret } from '@qr-attendance/server';

export const composeSecrets = (): Record<string, string> => {
  const { postgresPassword, internalToken, pinPepper, clientCookieSecret, ...keys } = createSecrets();
  const { accessToken, ticket, ticketSecret, receipt } = keys;
  return {
    INTERNAL_TOKEN: internalToken,
    GATEWAY_TOKEN: gatewayTokenOf(internalToken),
    PIN_PEPPER: pinPepper,
    CLIENT_COOKIE_SECRET: clientCookieSecret,
    ACCESS_TOKEN_PRIVATE_KEY: accessToken.privateKey,
    ACCESS_TOKEN_PUBLIC_KEYS: accessToken.publicKeys,
    TICKET_PRIVATE_KEY: ticket.privateKey,
    TICKET_PUBLIC_KEYS: ticket.publicKeys,
    TICKET_SECRET: ticketSecret,
    RECEIPT_PRIVATE_KEY: receipt.privateKey,
    RECEIPT_PUBLIC_KEYS: receipt.publicKeys,
    POSTGRES_PASSWORD: postgresPassword,
    MONGODB_PASSWORD: newSecret(),
    AUTH_DATABASE_PASSWORD: newSecret(),
    ATTENDANCE_DATABASE_PASSWORD: newSecret(),
    COURSE_DATABASE_PASSWORD: newSecret(),
    SESSION_DATABASE_PASSWORD: newSecret(),
    GRAFANA_PASSWORD: newSecret(),
  };
};

/**
 * The contents of `.env` beside docker-compose.yml: the settings of an example file, then secrets. Values
 * must not contain single quotes.
 */
export const environmentFile = (example: string, secrets = composeSecrets()): string =>
  [
    example.trimEnd(),
    '',
    '# Secrets of this system alone. The data is of no use without them: keep a copy where backups are kept.',
    ...Object.entries(secrets).map(([name, value]) => `${name}='${value}'`),
    '',
  ].join('\n');
