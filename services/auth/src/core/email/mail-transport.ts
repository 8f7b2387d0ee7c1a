import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import { withoutForeignLinks } from './rules/without-foreign-links.ts';

interface Email {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** The URL with which an email client unsubscribes the recipient (RFC 8058). */
  unsubscribe?: string;
}
export interface MailTransport {
  send: (id: string, email: Email) => Promise<void>;
  close: () => void;
}
interface MailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM: string;
  MAIL_DIR?: string | undefined;
  PUBLIC_ORIGINS: readonly string[];
}

/** Emails that could not be delivered within this time are dropped. */
export const GIVE_UP_MS = 3 * 86_400_000;
const TIMEOUT_MS = 15_000;

const messageOf = (id: string, { unsubscribe, ...email }: Email, from: string) => ({
  ...email,
  from,
  messageId: `<${id}@qr-attendance.invalid>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  ...(unsubscribe !== undefined && { list: { unsubscribe } }),
});

const createSmtpTransport = (url: string, from: string): MailTransport => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  });
  return {
    send: async (id, email) => {
      await transport.sendMail(messageOf(id, email, from));
    },
    close: () => transport.close(),
  };
};

/** A readable copy of the email, because `.eml` files fold long links. */
const readableText = ({ to, subject, text }: Email): string =>
  [`To: ${to.name} <${to.address}>`.replace('  ', ' '), `Subject: ${subject}`, '', text, ''].join('\n');

/** The end of the folder's path, because anybody may read it, and the whole path would tell more. */
export const labelOfFolder = (folder: string): string => {
  const path = resolve(folder);
  return join(basename(dirname(path)), basename(path));
};

const MAX_PART = 60;
/** A part of a file name that all systems and shells accept. */
const fileNamePart = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.@+]+/g, '-')
    .slice(0, MAX_PART);

/** Sorts by time, and shows whose email it is. */
const fileNameOf = (id: string, { to, subject }: Email): string => {
  const moment = new Date().toISOString().replaceAll(':', '-');
  return [moment, fileNamePart(to.address), fileNamePart(subject), id].join('_');
};

const createFolderTransport = (folder: string, from: string): MailTransport => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (id, email) => {
      const { message } = await transport.sendMail(messageOf(id, email, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = fileNameOf(id, email);
      const unfinished = join(folder, `.${name}.eml`);
      await writeFile(unfinished, message as Buffer, { mode: 0o600 });
      await writeFile(join(folder, `${name}.txt`), readableText(email), { mode: 0o600 });
      await rename(unfinished, join(folder, `${name}.eml`));
    },
    close: () => transport.close(),
  };
};

const createPlainTransport = ({ SMTP_URL, MAIL_FROM, MAIL_DIR }: MailSettings): MailTransport => {
  if (SMTP_URL !== undefined) return createSmtpTransport(SMTP_URL, MAIL_FROM);
  if (MAIL_DIR !== undefined) return createFolderTransport(MAIL_DIR, MAIL_FROM);
  throw new Error('neither SMTP_URL nor MAIL_DIR is set');
};

/** Sends all emails, so that none contains a link to another site, even in text that a user typed. */
export const createMailTransport = (settings: MailSettings): MailTransport => {
  const { send, close } = createPlainTransport(settings);
  const clean = (text: string) => withoutForeignLinks(text, settings.PUBLIC_ORIGINS);
  return {
    send: (id, { to, subject, text, ...more }) =>
      send(id, {
        to: { ...to, name: clean(to.name) },
        subject: clean(subject),
        text: clean(text),
        ...more,
      }),
    close,
  };
};
