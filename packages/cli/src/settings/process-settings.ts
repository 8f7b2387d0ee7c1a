import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdditionalSettings } from '@qr-attendance/stack';
import { z } from 'zod';

/** `npm run check -- docs --write` generates this file from the schemas of the processes. */
const FILE = join(import.meta.dirname, 'process-settings.json');
const namesSchema = z.object({
  gateway: z.array(z.string()),
  auth: z.array(z.string()),
  course: z.array(z.string()),
  session: z.array(z.string()),
  attendance: z.array(z.string()),
});
type ProcessName = keyof z.output<typeof namesSchema>;

/**
 * Settings of `npm start` itself, which have another meaning for the processes, or which it passes to them under other
 * names.
 */
const USED_BY_START = new Set([
  'HOST',
  'PORT',
  'DATABASE_URL',
  'MONGODB_URL',
  'SMTP_URL',
  'LOG_LEVEL',
  'CAMPUS_TIME_ZONE',
]);
const ONLY_WITH_LAN = new Set(['TLS_CERT_FILE', 'TLS_KEY_FILE']);

/** Secrets, addresses, databases and the event bus of one machine, which `npm start` chooses itself. */
const CHOSEN_BY_START = new Set([
  'ACCESS_TOKEN_PRIVATE_KEY',
  'ACCESS_TOKEN_PUBLIC_KEYS',
  'ATTENDANCE_URL',
  'AUTH_URL',
  'CLIENT_COOKIE_SECRET',
  'CLIENT_COOKIE_SECRETS_ACCEPTED',
  'COOKIE_SECURE',
  'COURSE_URL',
  'EVENT_BUS',
  'EVENT_BUS_URL',
  'GATEWAY_TOKEN',
  'HTTPS_ORIGIN',
  'INTERNAL_TOKEN',
  'INTERNAL_TOKENS_ACCEPTED',
  'MAIL_DIR',
  'METRICS_PORT',
  'PIN_PEPPER',
  'PIN_PEPPERS_OTHER',
  'PIN_PEPPER_VERSION',
  'PUBLIC_ORIGINS',
  'RECEIPT_PRIVATE_KEY',
  'RECEIPT_PUBLIC_KEYS',
  'SESSION_URL',
  'STATIC_REMOTES_DIR',
  'STATIC_SHELL_DIR',
  'STATIC_SHELL_URL',
  'TICKET_PRIVATE_KEY',
  'TICKET_PUBLIC_KEYS',
  'TICKET_SECRET',
  'TICKET_SECRETS',
]);

const readSettingNames = (): Record<ProcessName, string[]> =>
  namesSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));

export interface GivenSettings {
  passed: AdditionalSettings;
  ignored: string[];
}

export const readGivenSettings = (
  env: Record<string, string | undefined>,
  wanted: { kafka: boolean; lan: boolean },
): GivenSettings => {
  const names = readSettingNames();
  const given = [...new Set(Object.values(names).flat())].filter((name) => env[name]).toSorted();
  const isKafka = (name: string) => name.startsWith('KAFKA_');
  const isPassed = (name: string) =>
    !USED_BY_START.has(name) && !CHOSEN_BY_START.has(name) && !ONLY_WITH_LAN.has(name) && !isKafka(name);
  const valuesOf = (process: ProcessName) =>
    Object.fromEntries(
      given
        .filter((name) => isPassed(name) && names[process].includes(name))
        .map((name) => [name, env[name] ?? '']),
    );
  const passed = Object.fromEntries(
    (Object.keys(names) as ProcessName[]).map((process) => [process, valuesOf(process)]),
  );
  const say = (unused: string[], why: string) =>
    unused.length > 0 ? [`Ignored: ${unused.join(', ')} (${why}).`] : [];
  return {
    passed,
    ignored: [
      ...say(
        given.filter((name) => CHOSEN_BY_START.has(name)),
        'npm start chooses it itself',
      ),
      ...say(wanted.kafka ? [] : given.filter(isKafka), 'it takes effect with --kafka only'),
      ...say(
        wanted.lan ? [] : given.filter((name) => ONLY_WITH_LAN.has(name)),
        'it takes effect with --lan only',
      ),
    ],
  };
};
