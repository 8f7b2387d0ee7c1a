import { existsSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPTIONAL_FILES, SECRETS_FILE } from './contents.ts';

/** Copies the files that belong to the databases, in both directions. */
export const copySettings = async (from: string, to: string): Promise<void> => {
  const names = [SECRETS_FILE, ...OPTIONAL_FILES.filter((name) => existsSync(join(from, name)))];
  for (const name of names) {
    await copyFile(join(from, name), join(to, name));
    await chmod(join(to, name), 0o600);
  }
};
