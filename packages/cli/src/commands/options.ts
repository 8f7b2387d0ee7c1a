import { z } from 'zod';
import { checkLanHost, type KafkaAccess, StartError } from '@qr-attendance/stack';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { dataFolder } from './data-folder.ts';
import { type GivenSettings, readGivenSettings } from '../settings/process-settings.ts';

/** An empty variable counts as unset, as in a Compose file. */
const optional = z
  .string()
  .optional()
  .transform((text) => text || undefined);

const MAX_PORT = 65_535;
const A_PORT = `it takes a whole number from 1 to ${MAX_PORT}`;

const environmentSchema = z.object({
  PORT: z.preprocess(
    (text) => text || undefined,
    z.coerce
      .number({ error: A_PORT })
      .int({ error: A_PORT })
      .min(1, { error: A_PORT })
      .max(MAX_PORT, { error: A_PORT })
      .default(8080),
  ),
  HOST: optional,
  DATABASE_URL: optional,
  MONGODB_URL: optional,
  KAFKA_BROKERS: optional,
  TLS_CERT_FILE: optional,
  TLS_KEY_FILE: optional,
  SMTP_URL: optional,
});
export type Settings = z.output<typeof environmentSchema> & { DATA_DIR: string };
export interface StartOptions extends Settings {
  HOST: string;
  demo: boolean;
  kafka: Partial<KafkaAccess> | undefined;
  /** An empty string selects the address automatically. */
  lan: string | undefined;
  given: GivenSettings;
}

export const VARIABLES_HELP = `
Environment variables:
  PORT          port of the web app (default: 8080)
  DATA_DIR      folder of all data (default: .data)
  DATABASE_URL  a PostgreSQL server to use instead of an embedded one
  MONGODB_URL   a MongoDB server to use instead of an embedded one
  SMTP_URL      a mail server, with MAIL_FROM; without it emails are written to files
  INSTITUTION, CAMPUS_TIME_ZONE and all others: docs/operations/configuration.md`;

const readArguments = () => {
  const program = createCommandLine('npm start --', 'Installs, builds and starts everything on this machine.')
    .option('--demo', 'fill an empty system with a small campus, and print the sign-ins')
    .option('--lan [host]', 'serve phones on the local network over HTTPS, at this host name or address')
    .option('--kafka', 'use Apache Kafka: the one at KAFKA_BROKERS, or one that it starts')
    .addHelpText('after', VARIABLES_HELP);
  parseCommandLine(program);
  return program.opts();
};

/** Services read TLS, authentication, prefix and partitions from the environment themselves. */
const readKafka = (brokers: string | undefined): Partial<KafkaAccess> => {
  const given = Object.entries(process.env).filter(
    ([name, value]) => name.startsWith('KAFKA_') && value !== undefined,
  );
  return { env: Object.fromEntries(given) as Record<string, string>, ...(brokers ? { brokers } : {}) };
};

/** With an SMTP server, no emails are written to a folder. */
export const mailEnvironment = ({ SMTP_URL }: Settings): Record<string, string> =>
  SMTP_URL ? { SMTP_URL, MAIL_DIR: '' } : {};

export const readSettings = (): Settings => {
  const parsed = environmentSchema.safeParse(process.env);
  if (parsed.success) return { ...parsed.data, DATA_DIR: dataFolder() };
  const [issue] = parsed.error.issues;
  const name = issue?.path.join('.') ?? '';
  throw new StartError(`${name} is wrong: "${process.env[name]}" (${issue?.message}).`);
};

/** The demo prints its passwords, with which its people sign in at once. */
export const refuseSecondFactor = (required: string | undefined): void => {
  if (required !== undefined && required !== 'nobody')
    throw new StartError(
      `SECOND_FACTOR_REQUIRED=${required} does not go with --demo, whose people sign in with printed passwords. Leave out one of them.`,
    );
};

export const readOptions = (): StartOptions => {
  const { demo = false, kafka = false, lan: wanted } = readArguments();
  const settings = readSettings();
  const lan = wanted === true ? '' : wanted && checkLanHost(wanted);
  const { HOST = lan === undefined ? '127.0.0.1' : '0.0.0.0', ...others } = settings;
  if ((others.TLS_CERT_FILE === undefined) !== (others.TLS_KEY_FILE === undefined))
    throw new StartError('TLS_CERT_FILE and TLS_KEY_FILE go together; set both or none.');
  const given = readGivenSettings(process.env, { kafka, lan: lan !== undefined });
  if (demo) refuseSecondFactor(given.passed.auth?.['SECOND_FACTOR_REQUIRED']);
  return { ...others, HOST, demo, kafka: kafka ? readKafka(others.KAFKA_BROKERS) : undefined, lan, given };
};
