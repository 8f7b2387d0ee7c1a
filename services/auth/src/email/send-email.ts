import type { Logger } from '@qr-attendance/observability';
import type { WaitingMail } from './email-queue.ts';
import type { People } from '../people/people.ts';
import { isBlocked } from '../people/rules/person.ts';
import type { MailTransport } from './transport.ts';
import { renderEmail } from './render-email.ts';

/** What nobody could deliver for so long is of no more use. */
const GIVE_UP_MS = 3 * 86_400_000;

interface Deps {
  people: People;
  transport: MailTransport;
  makeResetLink: (personId: string) => Promise<string>;
  makeSignInLink: (personId: string, request: string) => Promise<{ link: string; code: string }>;
  timeZone: string;
  log: Logger;
}

/** Sends a mail to the address as its owner registered it. To whom is unknown or gone none is sent. */
export const makeSendMail =
  ({ people, transport, makeResetLink, makeSignInLink, timeZone, log }: Deps) =>
  async ({ id, mail, to, createdAt }: WaitingMail): Promise<void> => {
    if (Date.now() - createdAt.getTime() > GIVE_UP_MS) {
      log.warn({ mail: id, kind: mail.kind }, 'mail given up');
      return;
    }
    const person =
      'userId' in to ? await people.findById(to.userId) : (await people.findByEmailKey(to.emailKey))?.person;
    if (!person || person.erased) return;
    const signIn = mail.kind === 'password_forgotten' ? mail.signIn : undefined;
    if (signIn && isBlocked(person)) return;
    const facts = signIn
      ? await makeSignInLink(person.id, signIn.request)
      : { link: mail.kind === 'password_forgotten' ? await makeResetLink(person.id) : '' };
    const letter = renderEmail(person.name, mail, { ...facts, timeZone });
    await transport.send(id, { to: { name: person.name, address: person.email }, ...letter });
  };
