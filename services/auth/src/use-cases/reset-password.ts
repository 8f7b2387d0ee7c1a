import { Refused, type OutboxRelay } from '@qr-attendance/service-kit';
import type { Accounts } from '../data/accounts.ts';
import type { Attempts } from '../data/attempts.ts';
import type { MailQueue } from '../data/mail-queue.ts';
import type { PasswordResets } from '../data/password-resets.ts';
import type { People } from '../data/people.ts';
import { emailKeyOf } from '../domain/email-key.ts';
import { refuseWeakPassword } from '../domain/password-rules.ts';
import { hashPassword } from '../domain/password.ts';
import type { Place } from '../domain/place.ts';
import { hashSecret, newSecret } from '../domain/secret.ts';
import type { MailRelay } from '../mail/start-mail-relay.ts';
import { RESET_LINK_HOURS } from '../mail/write-letter.ts';
import type { GuardPassword } from './guard-password.ts';

/** Within an hour. A whole campus may share an address. */
const MOST = { ofAccount: 5, fromAddress: 100 } as const;
const HOUR_MS = 3_600_000;

/** Only where the request comes from decides whether it is refused; the rest happens when the mail is sent. */
export const makeForgotPassword =
  ({ attempts, mailQueue, mailRelay }: { attempts: Attempts; mailQueue: MailQueue; mailRelay: MailRelay }) =>
  async (email: string, { address }: Place): Promise<void> => {
    const wait = await attempts.countHourly(['forgot, address', address], MOST.fromAddress);
    if (wait > 0)
      throw new Refused(
        'too_many',
        'too_many_requests',
        'Too many links were asked for from where you are. Please try again later.',
        { retryAfterSeconds: wait },
      );
    const emailKey = emailKeyOf(email);
    // The links mailed so far stay good, so that nobody is kept from theirs by who asks for too many.
    if ((await attempts.countHourly(['forgot, account', emailKey], MOST.ofAccount)) > 0) return;
    await mailQueue.add({ emailKey }, { kind: 'password_forgotten' });
    mailRelay.wake();
  };

/** The token is in the fragment, which browsers send to no server: it ends in no log and in no Referer. */
export const makeResetLinks =
  ({ resets, publicOrigins }: { resets: Pick<PasswordResets, 'add'>; publicOrigins: string[] }) =>
  async (personId: string, hours: number = RESET_LINK_HOURS): Promise<string> => {
    const token = newSecret();
    await resets.add(hashSecret(token), personId, new Date(Date.now() + hours * HOUR_MS));
    return `${publicOrigins[0] ?? ''}/reset-password#${token}`;
  };

const worthless = () =>
  new Refused(
    'invalid',
    'reset_link_invalid',
    'This link has been used or is too old. Please ask for a new one.',
  );

/** Signs out everywhere. Who had the mail is trusted where they are, whatever strangers tried meanwhile. */
export const makeResetPassword =
  ({
    accounts,
    resets,
    people,
    guard,
    mailRelay,
    relay,
  }: {
    accounts: Accounts;
    resets: PasswordResets;
    people: People;
    guard: GuardPassword;
    mailRelay: MailRelay;
    relay: OutboxRelay;
  }) =>
  async ({ token, password }: { token: string; password: string }, place: Place): Promise<string> => {
    const hash = hashSecret(token);
    const ownerId = await resets.ownerOf(hash, new Date());
    const owner = ownerId === undefined ? undefined : await people.findById(ownerId);
    if (!owner) throw worthless();
    // A weak password leaves the link good for another try.
    refuseWeakPassword(password, owner);
    const personId = await accounts.resetPassword(hash, await hashPassword(password), new Date());
    if (personId === undefined) throw worthless();
    mailRelay.wake();
    relay.wake();
    return guard.trust(personId, place);
  };
