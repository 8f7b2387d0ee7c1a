import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type KafkaAccess, lanHost, ROOT, StartError } from '@qr-attendance/stack';
import { parseCommand } from './parse-command.ts';

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(8080),
  HOST: z.string().optional(),
  DATA_DIR: z
    .string()
    .default(join(ROOT, '.data'))
    .transform((path) => resolve(path)),
  DATABASE_URL: z.string().optional(),
  MONGODB_URL: z.string().optional(),
  KAFKA_BROKERS: z.string().optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  AUDITOR_EMAIL: z.string().optional(),
  TEACHER_REGISTRATION: z.string().optional(),
  DEVICE_COOL_DOWN_HOURS: z.string().optional(),
  ADDED_PROOF_COOL_DOWN_HOURS: z.string().optional(),
  FRESH_PROOF_MINUTES: z.string().optional(),
});
export type Settings = z.output<typeof environmentSchema>;
export interface StartOptions extends Settings {
  HOST: string;
  demo: boolean;
  kafka: Partial<KafkaAccess> | undefined;
  lan: string | undefined;
}

const readArguments = () => {
  const args = process.argv.slice(2).map((argument) => (argument === '--lan' ? '--lan=' : argument));
  const flag = { type: 'boolean', default: false } as const;
  const options = { demo: flag, kafka: flag, lan: { type: 'string' } } as const;
  return parseCommand({ args, options }, (problem) => problem).values;
};

/** Services read the other settings themselves: TLS, authentication, prefix, partitions. */
const readKafka = (brokers: string | undefined): Partial<KafkaAccess> => {
  const given = Object.entries(process.env).filter(
    ([name, value]) => name.startsWith('KAFKA_') && value !== undefined,
  );
  return { env: Object.fromEntries(given) as Record<string, string>, ...(brokers ? { brokers } : {}) };
};

/** The environment of the auth service. With an SMTP server, no emails are written to a folder. */
export const authEnvironment = ({
  SMTP_URL,
  AUDITOR_EMAIL,
  MAIL_FROM,
  TEACHER_REGISTRATION,
  DEVICE_COOL_DOWN_HOURS,
  ADDED_PROOF_COOL_DOWN_HOURS,
  FRESH_PROOF_MINUTES,
}: Settings): Record<string, string> => ({
  ...(SMTP_URL ? { SMTP_URL, MAIL_DIR: '' } : {}),
  ...(MAIL_FROM ? { MAIL_FROM } : {}),
  ...(AUDITOR_EMAIL ? { AUDITOR_EMAIL } : {}),
  ...(TEACHER_REGISTRATION ? { TEACHER_REGISTRATION } : {}),
  ...(DEVICE_COOL_DOWN_HOURS ? { DEVICE_COOL_DOWN_HOURS } : {}),
  ...(ADDED_PROOF_COOL_DOWN_HOURS ? { ADDED_PROOF_COOL_DOWN_HOURS } : {}),
  ...(FRESH_PROOF_MINUTES ? { FRESH_PROOF_MINUTES } : {}),
});

export const readSettings = (): Settings => {
  const parsed = environmentSchema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartError(`${issue?.path.join('.')} is wrong: ${issue?.message}.`);
};

export const readOptions = (): StartOptions => {
  const settings = readSettings();
  const { demo, kafka, lan: given } = readArguments();
  const lan = given === undefined ? undefined : lanHost(given);
  const { HOST = lan === undefined ? '127.0.0.1' : '0.0.0.0', ...others } = settings;
  if ((others.TLS_CERT_FILE === undefined) !== (others.TLS_KEY_FILE === undefined))
    throw new StartError('TLS_CERT_FILE and TLS_KEY_FILE go together; set both or none.');
  return { ...others, HOST, demo, kafka: kafka ? readKafka(others.KAFKA_BROKERS) : undefined, lan };
};
