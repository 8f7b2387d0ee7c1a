import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Email {
  to: { name: string; address: string };
  subject: string;
  text: string;
}
/** Hands a letter over; resolves when somebody else answers for it. */
export interface MailTransport {
  send: (id: string, letter: Email) => Promise<void>;
  close: () => void;
}
export interface MailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM: string;
  MAIL_DIR?: string | undefined;
}

/** A dead server is found out in time for the next try. */
const TIMEOUT_MS = 15_000;

/** A letter sent again, as after a crash, is known by its id. */
const messageOf = (id: string, letter: Email, from: string) => ({
  ...letter,
  from,
  messageId: `<${id}@qr-attendance.invalid>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

const bySmtp = (url: string, from: string): MailTransport => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  });
  return {
    send: async (id, letter) => {
      await transport.sendMail(messageOf(id, letter, from));
    },
    close: () => transport.close(),
  };
};

/** Each letter is a file of its own, `<moment>-<id>.eml`, which mail programs open. */
const intoFolder = (folder: string, from: string): MailTransport => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (id, letter) => {
      const { message } = await transport.sendMail(messageOf(id, letter, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${id}.eml`;
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, message as Buffer, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
    },
    close: () => transport.close(),
  };
};

/** Where mails go: to an SMTP server, or into a folder. */
export const makeMailTransport = ({ SMTP_URL, MAIL_FROM, MAIL_DIR }: MailSettings): MailTransport => {
  if (SMTP_URL !== undefined) return bySmtp(SMTP_URL, MAIL_FROM);
  if (MAIL_DIR !== undefined) return intoFolder(MAIL_DIR, MAIL_FROM);
  throw new Error('neither SMTP_URL nor MAIL_DIR is set');
};
