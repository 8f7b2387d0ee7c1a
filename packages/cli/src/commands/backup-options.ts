import { join, resolve } from 'node:path';
import type { Given } from '../backup/servers.ts';
import { ROOT, StartError } from '@qr-attendance/stack';
import { parseCommand } from './parse-command.ts';

export interface BackupOptions {
  folder: string;
  dataDir: string;
  given: Given;
  force: boolean;
}

export const readBackupOptions = (command: 'backup' | 'restore'): BackupOptions => {
  const usage = `Usage: npm run ${command} -- <folder>${command === 'restore' ? ' [--force]' : ''}`;
  const { values, positionals } = parseCommand(
    { options: { force: { type: 'boolean', default: false } }, allowPositionals: true },
    () => usage,
  );
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0 || (values.force && command !== 'restore'))
    throw new StartError(usage);
  const { DATA_DIR = join(ROOT, '.data'), DATABASE_URL, MONGODB_URL } = process.env;
  return {
    folder: resolve(folder),
    dataDir: resolve(DATA_DIR),
    given: { postgresUrl: DATABASE_URL, mongoUrl: MONGODB_URL },
    force: values.force,
  };
};
