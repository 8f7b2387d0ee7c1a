import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'last-address');

export const lastAddress = (dataDir: string): Promise<string | undefined> =>
  readFile(fileIn(dataDir), 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  );

export const lastLanHost = async (dataDir: string): Promise<string | undefined> => {
  const address = await lastAddress(dataDir);
  return address?.startsWith('https:') && URL.canParse(address) ? new URL(address).hostname : undefined;
};

export const recordLastAddress = (dataDir: string, address: string): Promise<void> =>
  writeFile(fileIn(dataDir), address, { mode: 0o600 });
