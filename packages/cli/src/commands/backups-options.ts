import { readConfig } from '@qr-attendance/server';
import { z } from 'zod';
import {
  Argument,
  createCommandLine,
  parseCommandLine,
  parseWholeNumber,
} from '@qr-attendance/server/command-line';
import { bucketSchema } from '../backup/bucket.ts';
import type { StoreUrls } from '../backup/contents.ts';
import { stores, type Store } from '../backup/raise-versions.ts';
import type { Servers } from '../backup/servers.ts';

const DEFAULT_REPLAY_MINUTES = 60;

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

const readChosenStores = (names: readonly Store[]): Partial<StoreUrls> =>
  Object.fromEntries(names.map((name) => [name, readStore[name]()]));

export type BackupsCommand =
  | { name: 'raise-versions'; urls: Partial<StoreUrls> }
  | ({ bucket: z.output<typeof bucketSchema> } & (
      | { name: 'take'; urls: StoreUrls; keepDays: number | undefined }
      | { name: 'list' }
      | { name: 'restore'; backup: string; urls: StoreUrls; force: boolean }
      | { name: 'rehearse'; backup: string; servers: Servers; replayMinutes: number }
    ));

export const readBackupsCommand = (): BackupsCommand => {
  let read: (() => BackupsCommand) | undefined;
  const program = createCommandLine(
    'npm run admin -- backups',
    'Saves all data to a bucket, and restores it (docs/operations/backup.md).',
  );
  program
    .command('take')
    .description('saves all data to the bucket')
    .option('--keep-days <days>', 'deletes older backups; without it, none is deleted', parseWholeNumber(1))
    .action(({ keepDays }) => {
      read = () => ({ name: 'take', keepDays, bucket: readConfig(bucketSchema), urls: readStores() });
    });
  program
    .command('list')
    .description('lists backups, oldest first')
    .action(() => {
      read = () => ({ name: 'list', bucket: readConfig(bucketSchema) });
    });
  program
    .command('restore')
    .description('restores a backup')
    .argument('<name>', 'name of a backup, or latest')
    .option('--force', 'replaces existing data')
    .action((backup, { force = false }) => {
      read = () => ({ name: 'restore', backup, force, bucket: readConfig(bucketSchema), urls: readStores() });
    });
  program
    .command('raise-versions')
    .description('use it after restoring the database by other means')
    .addArgument(new Argument('<service...>', 'services whose database was restored').choices(stores))
    .action((names) => {
      read = () => ({ name: 'raise-versions', urls: readChosenStores(names) });
    });
  program
    .command('rehearse')
    .description('restores a backup into scratch databases and compares it')
    .argument('[name]', 'name of a backup', 'latest')
    .option(
      '--replay-minutes <minutes>',
      'limit of the replay; 0 only restores and compares',
      parseWholeNumber(0),
      DEFAULT_REPLAY_MINUTES,
    )
    .action((backup, { replayMinutes }) => {
      read = () => ({
        name: 'rehearse',
        backup,
        replayMinutes,
        bucket: readConfig(bucketSchema),
        servers: readScratch(),
      });
    });
  parseCommandLine(program);
  if (!read) throw new Error('commander ends the process without a command');
  return read();
};
