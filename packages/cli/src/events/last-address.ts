import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'last-address');

/** The address of the web app at the last start. */
export const lastAddress = (dataDir: string): Promise<string | undefined> =>
  readFile(fileIn(dataDir), 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  );

export const recordLastAddress = (dataDir: string, address: string): Promise<void> =>
  writeFile(fileIn(dataDir), address, { mode: 0o600 });
