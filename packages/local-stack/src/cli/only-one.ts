import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLivePid } from '../infrastructure/left-over.ts';
import { ensureFolder } from '../infrastructure/folders.ts';
import { StartError } from '../start-error.ts';

/**
 * Two systems on one data folder would destroy it.
 * @returns what to call when this one has stopped
 * @throws StartError when another one runs on the folder
 */
export const claimDataFolder = async (dataDir: string): Promise<() => Promise<void>> => {
  await ensureFolder(dataDir);
  const file = join(dataDir, 'start.pid');
  const other = await readLivePid(file);
  if (other && other !== process.pid)
    throw new StartError(`The system already runs on ${dataDir} (process ${other}); stop that one first.`);
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
};
