import { readConfig } from '@qr-attendance/server';
import { StartError } from '@qr-attendance/stack';
import { z } from 'zod';
import { bucketSchema } from '../backup/bucket.ts';
import type { StoreUrls } from '../backup/contents.ts';
import { stores, type Store } from '../backup/raise-versions.ts';
import type { Servers } from '../backup/servers.ts';
import { parseCommand } from './parse-command.ts';

const USAGE = `npm run backups -- take [--keep-days <days>]            saves all data to the bucket; deletes older backups only with --keep-days
npm run backups -- list                                lists backups, oldest first
npm run backups -- restore <name or latest> [--force]  --force replaces existing data
npm run backups -- raise-versions <service>…           use it after restoring the database by other means
npm run backups -- rehearse [<name>] [--replay-minutes <minutes>]  0 only restores and compares`;

const DEFAULT_REPLAY_MINUTES = '60';

const url = (kind: RegExp) => z.url({ protocol: kind });
const postgres = url(/^postgres(ql)?$/);
const mongodb = url(/^mongodb(\+srv)?$/);

const storesSchema = z.object({
  AUTH_DATABASE_URL: postgres,
  ATTENDANCE_DATABASE_URL: postgres,
  COURSE_MONGODB_URL: mongodb,
  SESSION_MONGODB_URL: mongodb,
});
const scratchSchema = z.object({ SCRATCH_DATABASE_URL: postgres, SCRATCH_MONGODB_URL: mongodb });

const readStores = (): StoreUrls => {
  const settings = readConfig(storesSchema);
  return {
    auth: settings.AUTH_DATABASE_URL,
    attendance: settings.ATTENDANCE_DATABASE_URL,
    course: settings.COURSE_MONGODB_URL,
    session: settings.SESSION_MONGODB_URL,
  };
};
const readScratch = (): Servers => {
  const settings = readConfig(scratchSchema);
  return {
    postgresUrl: settings.SCRATCH_DATABASE_URL,
    mongoUrl: settings.SCRATCH_MONGODB_URL,
    stop: async () => undefined,
  };
};

const readStore = {
  auth: () => readConfig(storesSchema.pick({ AUTH_DATABASE_URL: true })).AUTH_DATABASE_URL,
  attendance: () => readConfig(storesSchema.pick({ ATTENDANCE_DATABASE_URL: true })).ATTENDANCE_DATABASE_URL,
  course: () => readConfig(storesSchema.pick({ COURSE_MONGODB_URL: true })).COURSE_MONGODB_URL,
  session: () => readConfig(storesSchema.pick({ SESSION_MONGODB_URL: true })).SESSION_MONGODB_URL,
} satisfies Record<Store, () => string>;

const readChosenStores = (names: string[]): Partial<StoreUrls> =>
  Object.fromEntries(
    names.map((name) => {
      const store = stores.find((one) => one === name);
      if (!store)
        throw new StartError(`${name} is not one of the services ${stores.join(', ')}.\n\n${USAGE}`);
      return [store, readStore[store]()];
    }),
  );

export type BackupsCommand =
  | { name: 'raise-versions'; urls: Partial<StoreUrls> }
  | ({ bucket: z.output<typeof bucketSchema> } & (
      | { name: 'take'; urls: StoreUrls; keepDays: number | undefined }
      | { name: 'list' }
      | { name: 'restore'; backup: string; urls: StoreUrls; force: boolean }
      | { name: 'rehearse'; backup: string; servers: Servers; replayMinutes: number }
    ));

const options = {
  'keep-days': { type: 'string' },
  'replay-minutes': { type: 'string', default: DEFAULT_REPLAY_MINUTES },
  force: { type: 'boolean', default: false },
} as const;

const wholeNumber = (text: string, least: number): number => {
  const parsed = z.coerce.number().int().min(least).safeParse(text);
  if (!parsed.success)
    throw new StartError(`${text} is not a whole number of at least ${least}.\n\n${USAGE}`);
  return parsed.data;
};

export const readBackupsCommand = (): BackupsCommand => {
  const { values, positionals } = parseCommand(
    { options, allowPositionals: true },
    (problem) => `${problem}\n\n${USAGE}`,
  );
  const [name, backup, ...others] = positionals;
  const keepDays = values['keep-days'];
  if (name === 'raise-versions' && backup !== undefined)
    return { name, urls: readChosenStores([backup, ...others]) };
  if (others.length > 0) throw new StartError(USAGE);
  if (name === 'take' && backup === undefined)
    return {
      name,
      keepDays: keepDays === undefined ? undefined : wholeNumber(keepDays, 1),
      bucket: readConfig(bucketSchema),
      urls: readStores(),
    };
  if (name === 'list' && backup === undefined) return { name, bucket: readConfig(bucketSchema) };
  if (name === 'restore' && backup !== undefined)
    return { name, backup, force: values.force, bucket: readConfig(bucketSchema), urls: readStores() };
  if (name === 'rehearse')
    return {
      name,
      backup: backup ?? 'latest',
      replayMinutes: wholeNumber(values['replay-minutes'], 0),
      bucket: readConfig(bucketSchema),
      servers: readScratch(),
    };
  throw new StartError(USAGE);
};
