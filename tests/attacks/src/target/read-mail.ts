import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';

const TIMEOUT_MS = 15_000;

const textsTo = async (folder: string, address: string): Promise<string[]> => {
  const files = (await readdir(folder).catch(() => [])).filter((file) => /^[^.].*\.eml$/.test(file));
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
  );
  return mails.filter(({ to }) => to?.[0]?.address === address).map(({ text = '' }) => text);
};

export const countMails = async (folder: string, address: string): Promise<number> =>
  (await textsTo(folder, address)).length;

export const readMail = async (
  folder: string,
  address: string,
  pattern: RegExp,
): Promise<string | undefined> => {
  const began = Date.now();
  while (Date.now() - began < TIMEOUT_MS) {
    for (const text of await textsTo(folder, address)) {
      const match = pattern.exec(text)?.[1];
      if (match !== undefined) return match;
    }
    await pause(200);
  }
  return undefined;
};
