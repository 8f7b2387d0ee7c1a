import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder } from '../infrastructure/folders.ts';
import { findProcess } from '../infrastructure/left-over.ts';
import { StartError } from '../start-error.ts';

/**
 * Keeps the data folder for this process until it ends: two systems on one folder would destroy it.
 * @throws StartError when another one runs on the folder
 */
export const claimDataFolder = async (dataDir: string): Promise<void> => {
  await ensureFolder(dataDir);
  const file = join(dataDir, 'start.pid');
  const other = await findProcess(file, join('cli', 'start.ts'));
  if (other && other !== process.pid)
    throw new StartError(`The system already runs on ${dataDir} (process ${other}); stop that one first.`);
  await writeFile(file, String(process.pid));
  process.on('exit', () => rmSync(file, { force: true }));
};
