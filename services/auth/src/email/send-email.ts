import type { KeyObject } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@qr-attendance/observability';
import { createTransport } from 'nodemailer';
import type { EmailAddresses } from '../email-address/email-addresses.ts';
import { createVerificationLink } from '../email-address/verification-link.ts';
import type { PasswordResets } from '../passwords/accounts.ts';
import { createResetLink } from '../passwords/reset-link.ts';
import type { People } from '../people/people.ts';
import { readLanguage } from '../people/rules/language.ts';
import { isBlocked, isMerged, type Person } from '../people/rules/person.ts';
import { createRegistrationLink, type RegistrationLinks } from '../registration/registration-links.ts';
import { createSignInLink, type SignInLinks } from '../sign-in/sign-in-links.ts';
import type { WaitingMail } from './email-queue.ts';
import type { LimitEmails, Recipient } from './limit-emails.ts';
import {
  DAY_LINK_HOURS,
  type PersonalMail,
  REGISTRATION_LINK_HOURS,
  RESET_LINK_HOURS,
  renderEmail,
  renderHistoryRoot,
} from './rules/email.ts';
import { withoutForeignLinks } from './rules/without-foreign-links.ts';

interface Email {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** URL with which an email client unsubscribes the recipient (RFC 8058). */
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

const createFolderTransport = (folder: string, from: string): MailTransport => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (id, email) => {
      const { message } = await transport.sendMail(messageOf(id, email, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${id}.eml`;
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, message as Buffer, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
    },
    close: () => transport.close(),
  };
};

const createPlainTransport = ({ SMTP_URL, MAIL_FROM, MAIL_DIR }: MailSettings): MailTransport => {
  if (SMTP_URL !== undefined) return createSmtpTransport(SMTP_URL, MAIL_FROM);
  if (MAIL_DIR !== undefined) return createFolderTransport(MAIL_DIR, MAIL_FROM);
  throw new Error('neither SMTP_URL nor MAIL_DIR is set');
};

/** Every email passes here, so that none contains a link to another place, whoever typed a part of it. */
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

/** Emails that could not be delivered for this long are dropped. */
export const GIVE_UP_MS = 3 * 86_400_000;

interface Mailing {
  people: People;
  resets: PasswordResets;
  signInLinks: SignInLinks;
  registrationLinks: RegistrationLinks;
  emailAddresses: EmailAddresses;
  limitEmails: LimitEmails;
  transport: MailTransport;
  codeKey: KeyObject;
  publicOrigins: string[];
  auditorEmail: string | undefined;
  campusTimeZone: string;
  clock: () => Date;
  log: Logger;
}

const recipientOf = (mail: PersonalMail, person: Person): Recipient | undefined => {
  const { email, emailVerified, newEmail, registered } = person;
  if ('address' in mail) return { address: mail.address, verified: true };
  const present = { address: email, verified: emailVerified };
  if (mail.kind === 'registration_link') {
    const isTaken = registered && (mail.teacher === undefined || emailVerified);
    return isTaken || isMerged(person) ? undefined : present;
  }
  if (mail.kind !== 'password_forgotten') return emailVerified ? present : undefined;
  if (!mail.verification) return present;
  if (newEmail !== null) return { address: newEmail, verified: false };
  return emailVerified ? undefined : present;
};

const createLink = async (
  context: Mailing,
  mail: PersonalMail,
  person: Person,
  { address, verified }: Recipient,
): Promise<{ link: string; code?: string; hours?: number }> => {
  if (mail.kind === 'registration_link')
    return {
      link: await createRegistrationLink(context, {
        userId: person.id,
        email: address,
        teacher: mail.teacher,
      }),
      hours: REGISTRATION_LINK_HOURS,
    };
  if (mail.kind !== 'password_forgotten') return { link: '' };
  const hours = verified ? RESET_LINK_HOURS : DAY_LINK_HOURS;
  if (mail.verification) {
    const link = await createVerificationLink(context, {
      userId: person.id,
      email: address,
      request: mail.request,
    });
    return { link, hours };
  }
  if (mail.signIn && verified) return createSignInLink(context, person.id, mail.signIn.request);
  return { link: await createResetLink(context, person.id, hours), hours };
};

export const sendEmail = async (
  context: Mailing,
  { id, mail, to, createdAt, attempt }: WaitingMail,
): Promise<void> => {
  const { people, transport, limitEmails, campusTimeZone, clock, log } = context;
  if (clock().getTime() - createdAt.getTime() > GIVE_UP_MS) {
    log.warn({ mail: id, kind: mail.kind }, 'email dropped after repeated failures');
    return;
  }
  if (mail.kind === 'history_root') {
    if (context.auditorEmail === undefined) return;
    const email = renderHistoryRoot(mail, campusTimeZone);
    return transport.send(id, { to: { name: '', address: context.auditorEmail }, ...email });
  }
  const person =
    'userId' in to ? await people.findById(to.userId) : (await people.findByEmailKey(to.emailKey))?.person;
  if (!person || (person.erased && !('address' in mail))) return;
  const opensAccount =
    mail.kind === 'registration_link' || (mail.kind === 'password_forgotten' && mail.signIn);
  if (opensAccount && isBlocked(person)) return;
  const recipient = recipientOf(mail, person);
  if (!recipient || (attempt === 1 && !(await limitEmails.canSend(mail.kind, person.id, recipient)))) return;
  const facts = await createLink(context, mail, person, recipient);
  const asked = 'language' in mail ? mail.language : undefined;
  const language = readLanguage([person.language, asked]) ?? 'en';
  // Strangers must read nothing that the person typed.
  const name = recipient.verified && !person.erased ? person.name : undefined;
  const email = renderEmail(name, mail, { ...facts, timeZone: campusTimeZone, language });
  await transport.send(id, { to: { name: name ?? '', address: recipient.address }, ...email });
};
