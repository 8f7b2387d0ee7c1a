import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder } from '../infrastructure/folders.ts';
import { findProcess } from '../infrastructure/left-over.ts';
import { StartError } from '../start-error.ts';

/** The start, backup or restore that has claimed a data folder and runs; ourselves not counted. */
export const findOther = async (dataDir: string): Promise<number | undefined> => {
  const other = await findProcess(join(dataDir, 'start.pid'), join('local-stack', 'src', 'cli'));
  return other === process.pid ? undefined : other;
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
