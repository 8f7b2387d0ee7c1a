import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, findProcess, StartError } from '@qr-attendance/stack';

/** The folders of commands that claim a data folder, in this release and in earlier ones. */
const COMMANDS = [join('cli', 'src', 'commands'), join('local-stack', 'src', 'cli')];

export const findOther = async (dataDir: string): Promise<number | undefined> => {
  const found = await Promise.all(COMMANDS.map((path) => findProcess(join(dataDir, 'start.pid'), path)));
  return found.find((pid) => pid !== undefined && pid !== process.pid);
};

/** Claims the data folder until the process ends, because two systems would destroy it. */
export const claimDataFolder = async (dataDir: string): Promise<void> => {
  await ensureFolder(dataDir);
  const file = join(dataDir, 'start.pid');
  const other = await findOther(dataDir);
  if (other)
    throw new StartError(`The system already runs on ${dataDir} (process ${other}); stop that one first.`);
  await writeFile(file, String(process.pid), { mode: 0o600 });
  process.on('exit', () => rmSync(file, { force: true }));
};
