import { join } from 'node:path';
import { gatewayTokenOf } from '@qr-attendance/server';
import { ROOT } from '../infrastructure/folders.ts';
import type { Certificate } from '../lan/certificate.ts';
import { type Secrets, ticketSecretsOf } from '../secrets.ts';

export const serviceNames = ['auth', 'course', 'session', 'attendance'] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface Databases {
  auth: string;
  course: string;
  session: string;
  attendance: string;
  events: string;
}
export type ServiceUrls = Record<ServiceName, string>;

export interface LanSettings {
  host: string;
  /** False if the host leads to no address of this machine, such as a mistyped name. */
  leadsHere?: boolean;
  certificate: Certificate;
}

/** The origins of the gateway. Emails link to the first origin, which phones can open in a local network. */
export const publicOriginsOf = (port: number, lan?: LanSettings): string[] => {
  const hosts = new Set([...(lan ? [lan.host] : []), 'localhost', '127.0.0.1']);
  return [...hosts].map((host) => new URL(`${lan ? 'https' : 'http'}://${host}:${port}`).origin);
};

export interface KafkaAccess {
  brokers: string;
  env?: Record<string, string>;
}
const KAFKA_PARTITIONS = '3';

export const busEnvironment = (eventsUrl: string, kafka?: KafkaAccess): Record<string, string> =>
  kafka
    ? {
        EVENT_BUS: 'kafka',
        KAFKA_TOPIC_PARTITIONS: KAFKA_PARTITIONS,
        ...kafka.env,
        KAFKA_BROKERS: kafka.brokers,
      }
    : { EVENT_BUS: 'postgres', EVENT_BUS_URL: eventsUrl };

export type AdditionalSettings = Partial<Record<ServiceName | 'gateway', Record<string, string>>>;

export const mailDirOf = (dataDir: string): string => join(dataDir, 'mails');

interface SharedSettings {
  dataDir: string;
  databases: Databases;
  kafka?: KafkaAccess | undefined;
  urls: ServiceUrls;
  secrets: Secrets;
  publicOrigins: string[];
}

export const serviceEnvironment = (
  name: ServiceName,
  { dataDir, databases, kafka, urls, secrets, publicOrigins }: SharedSettings,
): Record<string, string> => {
  const shared = {
    HOST: '127.0.0.1',
    PORT: new URL(urls[name]).port,
    INTERNAL_TOKEN: secrets.internalToken,
    INTERNAL_TOKENS_ACCEPTED: (secrets.internalTokensAccepted ?? []).join(','),
    ACCESS_TOKEN_PUBLIC_KEYS: secrets.accessToken.publicKeys,
    ...busEnvironment(databases.events, kafka),
    ...urlVariables(urls),
  };
  switch (name) {
    case 'auth':
      return {
        ...shared,
        DATABASE_URL: databases.auth,
        ACCESS_TOKEN_PRIVATE_KEY: secrets.accessToken.privateKey,
        ...pepperVariables(secrets),
        PUBLIC_ORIGINS: publicOrigins.join(','),
        // Plain HTTP is used only for localhost.
        COOKIE_SECURE: String(publicOrigins.every((origin) => origin.startsWith('https:'))),
        // People who start a system themselves can register as its teacher.
        TEACHER_REGISTRATION: 'open',
        MAIL_DIR: mailDirOf(dataDir),
      };
    case 'course':
      return { ...shared, MONGODB_URL: databases.course };
    case 'session':
      return {
        ...shared,
        MONGODB_URL: databases.session,
        TICKET_PRIVATE_KEY: secrets.ticket.privateKey,
        TICKET_SECRET: secrets.ticketSecret,
        TICKET_PUBLIC_KEYS: secrets.ticket.publicKeys,
      };
    case 'attendance':
      return {
        ...shared,
        DATABASE_URL: databases.attendance,
        TICKET_SECRETS: ticketSecretsOf(secrets).join(','),
        RECEIPT_PRIVATE_KEY: secrets.receipt.privateKey,
        RECEIPT_PUBLIC_KEYS: secrets.receipt.publicKeys,
        ...pepperVariables(secrets),
        PUBLIC_ORIGINS: publicOrigins.join(','),
      };
  }
};

const pepperVariables = ({ pinPepper, pinPepperVersion = 1, pinPeppersOther = {} }: Secrets) => ({
  PIN_PEPPER: pinPepper,
  PIN_PEPPER_VERSION: String(pinPepperVersion),
  PIN_PEPPERS_OTHER: JSON.stringify(pinPeppersOther),
});

const urlVariables = (urls: ServiceUrls): Record<string, string> => ({
  AUTH_URL: urls.auth,
  COURSE_URL: urls.course,
  SESSION_URL: urls.session,
  ATTENDANCE_URL: urls.attendance,
});

export const operatorEnvironment = ({
  databases,
  kafka,
  urls,
  secrets,
}: Omit<SharedSettings, 'publicOrigins' | 'dataDir'>): Record<string, string> => ({
  INTERNAL_TOKEN: secrets.internalToken,
  ...busEnvironment(databases.events, kafka),
  ...urlVariables(urls),
});

export const gatewayEnvironment = ({
  urls,
  secrets,
  host,
  port,
  lan,
  shellUrl,
  root = ROOT,
}: {
  urls: ServiceUrls;
  /** Without these secrets, the gateway's rate limits identify clients only by their address. */
  secrets?: Secrets | undefined;
  host: string;
  port: number;
  lan?: LanSettings | undefined;
  shellUrl?: string | undefined;
  root?: string | undefined;
}): Record<string, string> => ({
  HOST: host,
  PORT: String(port),
  ...urlVariables(urls),
  ...(secrets
    ? {
        ACCESS_TOKEN_PUBLIC_KEYS: secrets.accessToken.publicKeys,
        GATEWAY_TOKEN: gatewayTokenOf(secrets.internalToken),
        CLIENT_COOKIE_SECRET: secrets.clientCookieSecret,
        CLIENT_COOKIE_SECRETS_ACCEPTED: (secrets.clientCookieSecretsAccepted ?? []).join(','),
      }
    : {}),
  ...(lan
    ? {
        TLS_CERT_FILE: lan.certificate.certFile,
        TLS_KEY_FILE: lan.certificate.keyFile,
        // Pages of localhost lead to the address that phones can open.
        ...(lan.leadsHere !== false && { HTTPS_ORIGIN: publicOriginsOf(port, lan)[0] ?? '' }),
      }
    : {}),
  ...(shellUrl ? { STATIC_SHELL_URL: shellUrl } : { STATIC_SHELL_DIR: join(root, 'shell', 'dist') }),
  STATIC_REMOTES_DIR: join(root, 'mfe-{name}', 'dist'),
});
