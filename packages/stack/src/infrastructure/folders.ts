import { access, constants, mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartError } from '../start-error.ts';

export const ROOT = resolve(import.meta.dirname, '../../../..');
export const TOOLS_DIR = join(ROOT, '.data', 'tools');

/**
 * Ensures that a folder exists and is writable.
 * @throws StartError if it is a file or belongs to another user
 */
export const ensureFolder = async (folder: string): Promise<string> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    const stats = await stat(folder).catch(() => undefined);
    if (!stats)
      throw new StartError(`The data folder ${folder} cannot be created; choose another one with DATA_DIR.`);
    const why = stats.isDirectory() ? 'cannot be written' : 'is not a folder';
    throw new StartError(`The data folder ${folder} ${why}; move it away or fix its permissions.`);
  }
  return folder;
};
