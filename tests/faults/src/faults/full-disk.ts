import { randomBytes } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import type { Fault } from './fault.ts';

const FULL_FOR_MS = 6_000;
const CHUNK = 1024 * 1024;

const fill = async (file: string): Promise<void> => {
  for (;;)
    try {
      await writeFile(file, randomBytes(CHUNK), { flag: 'a' });
    } catch {
      return;
    }
};

export const fullDisk = (folder: string | undefined): Fault => ({
  name: 'a full disk under PostgreSQL',
  impossible: () => (folder ? undefined : 'no small file system could be mounted (needs root)'),
  strike: async () => {
    if (!folder) return;
    const ballast = join(folder, 'ballast');
    await fill(ballast);
    const { bavail } = await statfs(folder);
    if (bavail > 16) throw new Error('the disk is not full');
    await pause(FULL_FOR_MS);
    await rm(ballast, { force: true });
  },
});
