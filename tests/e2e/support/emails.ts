import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import { PASSWORD, request } from './campus.ts';
import { MAIL_DIR } from './global-setup.ts';

const mailsTo = async (address: string): Promise<string[]> => {
  const folder = process.env[MAIL_DIR] ?? '';
  const files = (await readdir(folder).catch(() => [])).filter((file) => /^[^.].*\.eml$/.test(file));
  const mails = await Promise.all(
    files.toSorted().map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
  );
  return mails.filter(({ to }) => to?.[0]?.address === address).map(({ text = '' }) => text);
};

/** @returns the path of the emailed link, which works on any of our origins */
export const resetLinkFor = async (address: string): Promise<string> => {
  const find = async () =>
    (await mailsTo(address)).map((text) => /\/reset-password#\S+/.exec(text)?.[0]).findLast(Boolean);
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy();
  return (await find()) ?? '';
};

export const verifyEmail = async (url: string, address: string): Promise<void> => {
  const find = async () =>
    (await mailsTo(address)).map((text) => /\/verify-email#(\S+)/.exec(text)?.[1]).findLast(Boolean);
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy();
  const body = { token: await find(), password: PASSWORD };
  const { status } = await request(url, 'POST', '/api/auth/email-address/verify', { body });
  expect(status).toBe(204);
};

/** @returns the path of the emailed link, which works on any of our origins, and its code */
export const signInMailFor = async (address: string): Promise<{ link: string; code: string }> => {
  const find = async () =>
    (await mailsTo(address)).map((text) => ({
      link: /\/sign-in-link#\S+/.exec(text)?.[0] ?? '',
      code: /asked for it: (\S+)/.exec(text)?.[1] ?? '',
    }));
  await expect.poll(async () => (await find()).at(-1)?.code, { timeout: 30_000 }).toBeTruthy();
  return (await find()).at(-1) ?? { link: '', code: '' };
};
