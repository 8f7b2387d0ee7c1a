import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '../backup/back-up.ts';
import { countRecords, SECRETS_FILE } from '../backup/contents.ts';
import { findRunning, startServers } from '../backup/servers.ts';
import { loadOrCreateSecrets, StartError } from '@qr-attendance/stack';
import { readBackupOptions } from './backup-options.ts';
import { claimDataFolder, findOtherProcess } from './only-one.ts';
import { runCommand } from './run-command.ts';

/** Uses the databases of the running system, or starts them if no system runs. */
const run = async (): Promise<void> => {
  const { folder, dataDir, given } = readBackupOptions('backup');
  if (!existsSync(join(dataDir, SECRETS_FILE))) throw new StartError(`There is no data in ${dataDir}.`);
  const isRunning = (await findOtherProcess(dataDir)) !== undefined;
  if (!isRunning) await claimDataFolder(dataDir);
  const secrets = await loadOrCreateSecrets(dataDir);
  const servers = isRunning
    ? await findRunning(dataDir, secrets, given)
    : await startServers(dataDir, secrets, given);
  if (!servers)
    throw new StartError('The databases of the running system cannot be found; try again when it is ready.');
  try {
    const manifest = await backUp(servers, dataDir, folder);
    console.log(`\nSaved ${countRecords(manifest)} records to ${folder}`);
    console.log(
      `It contains ${SECRETS_FILE}, which gives access to everything: protect it like the system itself.\n`,
    );
  } finally {
    await servers.stop();
  }
};

await runCommand(run, 'The backup failed');
