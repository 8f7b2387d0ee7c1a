import { createCommandLine, parseCommandLine, resolveGiven } from '@qr-attendance/server/command-line';
import type { ServerUrls } from '../backup/servers.ts';
import { dataFolder } from './data-folder.ts';

export interface BackupOptions {
  folder: string;
  dataDir: string;
  given: ServerUrls;
  force: boolean;
}

const describe = {
  backup: 'Saves all data of this machine to a folder, while the system runs or not.',
  restore: 'Restores the data that npm run backup saved. The system must not run.',
};

export const readBackupOptions = (command: 'backup' | 'restore'): BackupOptions => {
  const program = createCommandLine(`npm run ${command} --`, describe[command]).argument(
    '<folder>',
    command === 'backup' ? 'a new or empty folder' : 'the folder of the backup',
  );
  if (command === 'restore') program.option('--force', 'sets existing data aside');
  parseCommandLine(program);
  const [folder] = program.processedArgs;
  const { DATABASE_URL, MONGODB_URL } = process.env;
  return {
    folder: resolveGiven(folder),
    dataDir: dataFolder(),
    given: { postgresUrl: DATABASE_URL, mongoUrl: MONGODB_URL },
    force: program.getOptionValue('force' as never) === true,
  };
};
