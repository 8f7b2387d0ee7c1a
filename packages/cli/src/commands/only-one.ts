import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, findProcess, StartError } from '@qr-attendance/stack';
import { readAddress } from '../events/system-access.ts';

const COMMANDS = join('cli', 'src', 'commands');

export const findOtherProcess = async (dataDir: string): Promise<number | undefined> => {
  const pid = await findProcess(join(dataDir, 'start.pid'), COMMANDS);
  return pid === process.pid ? undefined : pid;
};

export const findRunningAddress = async (dataDir: string): Promise<string | undefined> =>
  (await findOtherProcess(dataDir)) === undefined ? undefined : readAddress(dataDir);

/** Claims the data folder until the process ends, because two systems on one folder would corrupt it. */
export const claimDataFolder = async (dataDir: string): Promise<void> => {
  await ensureFolder(dataDir);
  const file = join(dataDir, 'start.pid');
  const other = await findOtherProcess(dataDir);
  if (other) {
    const address = await readAddress(dataDir);
    const where = address === undefined ? '' : ` at ${address}`;
    throw new StartError(
      `The system already runs${where} (process ${other}, data folder ${dataDir}). Use it, or stop it first.`,
    );
  }
  await writeFile(file, String(process.pid), { mode: 0o600 });
  process.on('exit', () => rmSync(file, { force: true }));
};
