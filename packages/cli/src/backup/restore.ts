import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOrCreateSecrets } from '@qr-attendance/stack';
import { urlsOf } from './connect.ts';
import { copySettings } from './copy-settings.ts';
import { folderFiles } from './lines-file.ts';
import { ensureUndamaged, loadBackup } from './load.ts';
import {
  clearExternalDatabases,
  DATA_ENTRIES,
  ensureNoData,
  moveData,
  newSetAsideFolder,
} from './present-data.ts';
import { raiseVersions } from './raise-versions.ts';
import { readBackup } from './read-backup.ts';
import { startServers, type ServerUrls } from './servers.ts';

interface RestoreOptions {
  folder: string;
  dataDir: string;
  given: ServerUrls;
  force: boolean;
}

/**
 * Restores a backup completely or not at all: into separate servers in a new folder, which then replaces the
 * data folder. The caller must have claimed the data folder.
 */
export const restore = async ({
  folder,
  dataDir,
  given,
  force,
}: RestoreOptions): Promise<string | undefined> => {
  const manifest = await readBackup(folder);
  ensureNoData(dataDir, force);
  const beside = join(dataDir, 'restoring');
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { recursive: true, mode: 0o700 });
  await copySettings(folder, beside);
  const secrets = await loadOrCreateSecrets(beside);
  const servers = await startServers(beside, secrets, given);
  try {
    await clearExternalDatabases(servers, given, force, () => ensureUndamaged(manifest, folderFiles(folder)));
    await loadBackup(servers, manifest, folder);
    await raiseVersions(urlsOf(servers));
  } finally {
    await servers.stop();
  }
  const aside = newSetAsideFolder(dataDir);
  const isReplacing = DATA_ENTRIES.some((name) => existsSync(join(dataDir, name)));
  if (isReplacing) await moveData(dataDir, aside);
  await moveData(beside, dataDir);
  await rm(beside, { recursive: true, force: true });
  return isReplacing ? aside : undefined;
};
