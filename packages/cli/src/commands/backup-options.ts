import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Given } from '../backup/servers.ts';
import { ROOT, StartError } from '@qr-attendance/stack';

export interface BackupOptions {
  folder: string;
  dataDir: string;
  given: Given;
  force: boolean;
}

export const readBackupOptions = (command: 'backup' | 'restore'): BackupOptions => {
  const usage = `Usage: npm run ${command} -- <folder>${command === 'restore' ? ' [--force]' : ''}`;
  const parse = () => {
    try {
      return parseArgs({ options: { force: { type: 'boolean', default: false } }, allowPositionals: true });
    } catch {
      throw new StartError(usage);
    }
  };
  const { values, positionals } = parse();
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
