import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';

const PATIENCE_MS = 15_000;

/** Waits a while for a mail to an address. @returns what the pattern's group found in it; undefined when none came */
export const readMail = async (
  folder: string,
  address: string,
  pattern: RegExp,
): Promise<string | undefined> => {
  const began = Date.now();
  while (Date.now() - began < PATIENCE_MS) {
    const files = (await readdir(folder).catch(() => [])).filter((file) => /^[^.].*\.eml$/.test(file));
    for (const file of files) {
      const { to, text = '' } = await PostalMime.parse(await readFile(join(folder, file)));
      const found = to?.[0]?.address === address ? pattern.exec(text)?.[1] : undefined;
      if (found !== undefined) return found;
    }
    await pause(200);
  }
  return undefined;
};
