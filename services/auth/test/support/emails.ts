import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@qr-attendance/test-kit';
import PostalMime from 'postal-mime';

export interface ReadMail {
  to: string;
  subject: string;
  text: string;
}

export const readAllMails = async (folder: string, address: string): Promise<ReadMail[]> => {
  const files = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml') && !file.startsWith('.'))
      .toSorted()
      .map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
  );
  return mails
    .map(({ to, subject = '', text = '' }) => ({ to: to?.[0]?.address ?? '', subject, text }))
    .filter((mail) => mail.to === address);
};

export const readableMails = async (folder: string, address: string): Promise<string[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.txt')).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.filter((text) => text.split('\n')[0]?.includes(`<${address}>`));
};

const VERIFICATION = /\/verify-email#(\S+)/;

export const readMails = async (folder: string, address: string): Promise<ReadMail[]> =>
  (await readAllMails(folder, address)).filter(({ text }) => !VERIFICATION.test(text));

export const verificationTokens = async (folder: string, address: string): Promise<string[]> =>
  (await readAllMails(folder, address)).flatMap(({ text }) => VERIFICATION.exec(text)?.[1] ?? []);

export const tokenIn = ({ text }: ReadMail): string => /\/reset-password#(\S+)/.exec(text)?.[1] ?? '';

/** Waits for the email with a link to the page, and returns the secret of the link. */
export const secretOfLink = (folder: string, address: string, page: string): Promise<string> =>
  eventually(async () => {
    const texts = (await readAllMails(folder, address)).map(({ text }) => text).join('\n');
    const [, secret] = new RegExp(`/${page}#(\\S+)`).exec(texts) ?? [];
    if (secret === undefined) throw new Error('no email');
    return secret;
  });
