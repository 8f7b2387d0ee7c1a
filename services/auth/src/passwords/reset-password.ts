import type { OutboxRelay } from '@qr-attendance/messaging';
import { DomainError } from '@qr-attendance/server';
import type { Accounts } from './accounts.ts';
import type { MailQueue } from '../email/email-queue.ts';
import type { PasswordResets } from './password-resets.ts';
import type { People } from '../people/people.ts';
import { emailKeyOf } from '../people/rules/email-key.ts';
import { refuseWeakPassword } from './rules/password-rules.ts';
import type { Place, Visit } from '../guess-limits/rules/place.ts';
import { hashSecret, newSecret } from '../sign-in/rules/secret.ts';
import type { MailRelay } from '../email/email-relay.ts';
import { RESET_LINK_HOURS } from '../email/render-email.ts';
import type { PasswordQueue } from '../password-queue/password-queue.ts';
import type { GuardPassword } from '../guess-limits/guard-password.ts';
import type { LimitEmails } from '../email/limit-emails.ts';

const HOUR_MS = 3_600_000;

/** Only the limits decide whether it is refused; the rest happens when the mail is sent. */
export const makeForgotPassword =
  ({
    limitEmails,
    mailQueue,
    mailRelay,
  }: {
    limitEmails: LimitEmails;
    mailQueue: MailQueue;
    mailRelay: MailRelay;
  }) =>
  async (email: string, { address }: Place): Promise<void> => {
    const emailKey = emailKeyOf(email);
    if (!(await limitEmails('forgot', emailKey, address))) return;
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
  new DomainError(
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
    passwords,
    mailRelay,
    relay,
  }: {
    accounts: Accounts;
    resets: PasswordResets;
    people: People;
    guard: GuardPassword;
    passwords: PasswordQueue;
    mailRelay: MailRelay;
    relay: OutboxRelay;
  }) =>
  async ({ token, password }: { token: string; password: string }, visit: Visit): Promise<string> => {
    const hash = hashSecret(token);
    const ownerId = await resets.ownerOf(hash, new Date());
    const owner = ownerId === undefined ? undefined : await people.findById(ownerId);
    if (!owner) throw worthless();
    // A weak password leaves the link good for another try.
    refuseWeakPassword(password, owner);
    const passwordHash = await passwords.inTurn(hash, visit, (turn) => turn.hash(password));
    const personId = await accounts.resetPassword(hash, passwordHash, new Date());
    if (personId === undefined) throw worthless();
    mailRelay.wake();
    relay.wake();
    return guard.trust(personId, visit);
  };
