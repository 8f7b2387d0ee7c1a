import type { Logger } from '@qr-attendance/observability';
import type { People } from '../people/people.ts';
import { readLanguage } from '../people/rules/language.ts';
import { isBlocked, isMerged, type Person } from '../people/rules/person.ts';
import type { WaitingMail } from './email-queue.ts';
import type { LimitEmails, Recipient } from './limit-emails.ts';
import { maySignInByEmail, nameToShow } from './rules/unverified-address.ts';
import { GIVE_UP_MS, type MailTransport } from './mail-transport.ts';
import {
  type AdmittedTeacher,
  DAY_LINK_HOURS,
  type PersonalMail,
  REGISTRATION_LINK_HOURS,
  RESET_LINK_HOURS,
  renderEmail,
  renderHistoryRoot,
} from './rules/email.ts';

export interface CreateLinks {
  registration: (link: {
    userId: string;
    email: string;
    teacher: AdmittedTeacher | undefined;
  }) => Promise<string>;
  verification: (link: { userId: string; email: string; request: string | undefined }) => Promise<string>;
  signIn: (userId: string, request: string) => Promise<{ link: string; code: string }>;
  reset: (userId: string, hours: number) => Promise<string>;
}

interface SendEmailDeps {
  people: Pick<People, 'findById' | 'findByEmailKey'>;
  createLinks: CreateLinks;
  limitEmails: LimitEmails;
  transport: MailTransport;
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
  createLinks: CreateLinks,
  mail: PersonalMail,
  person: Person,
  { address, verified }: Recipient,
): Promise<{ link: string; code?: string; hours?: number }> => {
  if (mail.kind === 'registration_link')
    return {
      link: await createLinks.registration({ userId: person.id, email: address, teacher: mail.teacher }),
      hours: REGISTRATION_LINK_HOURS,
    };
  if (mail.kind !== 'password_forgotten') return { link: '' };
  const hours = verified ? RESET_LINK_HOURS : DAY_LINK_HOURS;
  if (mail.verification) {
    const link = await createLinks.verification({
      userId: person.id,
      email: address,
      request: mail.request,
    });
    return { link, hours };
  }
  if (mail.signIn && maySignInByEmail({ verified }))
    return createLinks.signIn(person.id, mail.signIn.request);
  return { link: await createLinks.reset(person.id, hours), hours };
};

export const sendEmail = async (
  context: SendEmailDeps,
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
  const facts = await createLink(context.createLinks, mail, person, recipient);
  const requestedLanguage = 'language' in mail ? mail.language : undefined;
  const language = readLanguage([person.language, requestedLanguage]) ?? 'en';
  const name = nameToShow(person, recipient);
  const email = renderEmail(name, mail, { ...facts, timeZone: campusTimeZone, language });
  await transport.send(id, { to: { name: name ?? '', address: recipient.address }, ...email });
};
