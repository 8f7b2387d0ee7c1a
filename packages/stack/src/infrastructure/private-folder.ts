import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** The settings of the demo's identity provider in the data folder. */
export const IDENTITY_PROVIDER_FILE = 'identity-provider.json';

const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Entries of a data folder that belong to us. PostgreSQL's folder is missing, because PostgreSQL makes it
 * private itself, as another user when root starts it. Other files in a shared folder stay unchanged.
 */
const OURS =
  /^(logs|mails|tls|mongodb.*|kafka.*|replaced-.*|start\.pid|(secrets|running|identity-provider)\.json)$/;

const close = async (path: string): Promise<boolean> => {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return false;
  if ((found.mode & OTHERS) !== 0) await chmod(path, found.mode & 0o700);
  return found.isDirectory();
};

const closeBelow = async (folder: string, names: string[]): Promise<void> => {
  for (const name of names) {
    const path = join(folder, name);
    // A running server may have removed the file, or the file belongs to another user, who cannot enter the data folder
    // anyway.
    const isFolder = await close(path).catch(() => false);
    if (isFolder) await closeBelow(path, await readdir(path));
  }
};

/**
 * Makes the contents of a data folder private to their owner. A folder that everybody may write to, such as
 * the system's temporary folder, stays open itself.
 * @throws StartError if the folder belongs to another user
 */
export const restrictAccess = async (dataDir: string): Promise<void> => {
  const { mode } = await lstat(dataDir);
  if ((mode & STICKY) === 0)
    await close(dataDir).catch(() => {
      throw new StartError(
        `The data folder ${dataDir} belongs to another user, who could read what is kept there; choose one of your own.`,
      );
    });
  const names = await readdir(dataDir);
  await closeBelow(
    dataDir,
    names.filter((name) => OURS.test(name)),
  );
};
