import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, findProcess, StartError } from '@qr-attendance/stack';

/** The folders of the commands that claim a data folder, in this release and in earlier ones. */
const COMMANDS = [join('cli', 'src', 'commands'), join('local-stack', 'src', 'cli')];

/** The start, backup or restore that has claimed a data folder and runs; ourselves not counted. */
export const findOther = async (dataDir: string): Promise<number | undefined> => {
  const found = await Promise.all(COMMANDS.map((path) => findProcess(join(dataDir, 'start.pid'), path)));
  return found.find((pid) => pid !== undefined && pid !== process.pid);
};

/**
 * Keeps the data folder for this process until it ends: two systems on one folder would destroy it.
 * @throws StartError when another one runs on the folder
 */
export const claimDataFolder = async (dataDir: string): Promise<void> => {
  await ensureFolder(dataDir);
  const file = join(dataDir, 'start.pid');
  const other = await findOther(dataDir);
  if (other)
    throw new StartError(`The system already runs on ${dataDir} (process ${other}); stop that one first.`);
  await writeFile(file, String(process.pid), { mode: 0o600 });
  process.on('exit', () => rmSync(file, { force: true }));
};
