import type { EmailAddress } from '@qr-attendance/contracts';
import { conflict, forbidden, hashSecret, invalid, tooMany } from '@qr-attendance/server';
import type { Logger } from '@qr-attendance/observability';
import type { Accounts } from '../../core/accounts/accounts.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../../core/password-checks/confirm-password.ts';
import { refuseWeakPassword } from '../../core/passwords/rules/weak-password.ts';
import type { EmailDeps } from '../../core/email/ask-for-link.ts';
import { notify, type NotifyDeps } from '../../core/events/notify.ts';
import type { People } from '../../core/people/people.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import {
  emailTakenError,
  isUnprovenAccount,
  type Person,
  signedOutError,
} from '../../core/people/rules/person.ts';
import type { Place, Visit } from '../../core/sign-in-limits/rules/place.ts';
import { trustAfterLink, type LinkTrustDeps } from '../../core/second-factor/trust-after-link.ts';
import { readLinkSecret } from '../../core/tokens/rules/secret.ts';
import { isUniqueViolation } from '../../db/database.ts';
import type { EmailAddresses } from './email-addresses.ts';

export interface Requester extends Pick<Place, 'address'> {
  emailRequest: string;
}

const queueLink = async (
  { limitEmails, mailQueue, mailRelay }: EmailDeps,
  userId: string,
  email: string,
  { address, emailRequest }: Requester,
): Promise<boolean> => {
  if (!(await limitEmails.canRequest('verification', emailKeyOf(email), address))) return false;
  const request = hashSecret(emailRequest);
  await mailQueue.add(
    { userId },
    { kind: 'password_forgotten', verification: true, request },
    `verification ${address}`,
  );
  mailRelay.wake();
  return true;
};

/**
 * Registration succeeds even if the first link cannot be sent, because the person can request another one.
 */
export const sendFirstLink = async (
  context: EmailDeps & { log: Logger },
  { id, email }: Person,
  place: Requester,
): Promise<void> => {
  try {
    await queueLink(context, id, email, place);
  } catch (err) {
    context.log.warn({ err, userId: id }, 'verification link suppressed');
  }
};

const tooManyLinksError = () =>
  tooMany(
    'too_many_links',
    'We have sent several links already. Check your inbox and spam folder, or try again tomorrow.',
  );

const findPerson = async (
  { people }: Pick<VerificationDeps, 'people'>,
  personId: string,
): Promise<Person> => {
  const person = await people.findById(personId);
  if (!person || person.erased) throw signedOutError();
  return person;
};

const emailAddressOf = ({ email, emailVerified, newEmail }: Person): EmailAddress => ({
  email,
  verified: emailVerified,
  newEmail,
});

export const getEmailAddress = async (
  context: Pick<VerificationDeps, 'people'>,
  personId: string,
): Promise<EmailAddress> => emailAddressOf(await findPerson(context, personId));

/** Sends nothing if there is nothing to verify. */
export const sendLinkAgain = async (
  context: EmailDeps & Pick<VerificationDeps, 'people'>,
  personId: string,
  visit: Requester,
): Promise<void> => {
  const { email, emailVerified, newEmail } = await findPerson(context, personId);
  if (emailVerified && newEmail === null) return;
  if (!(await queueLink(context, personId, newEmail ?? email, visit))) throw tooManyLinksError();
};

const linkInvalidError = () =>
  invalid(
    'verification_link_invalid',
    'This link is no longer valid. Sign in and send a new one from “My account”.',
  );

const openedElsewhereError = (mayChoosePassword: boolean) =>
  forbidden(
    'verification_elsewhere',
    'This link was requested in another browser. Enter the password of the account to verify the address.',
    { mayChoosePassword },
  );

interface OpenedLink {
  token: string;
  password?: string | undefined;
  newPassword?: string | undefined;
}
export interface VerificationDeps extends ConfirmPasswordDeps, NotifyDeps, LinkTrustDeps {
  people: People;
  emailAddresses: EmailAddresses;
  accounts: Accounts;
  clock: () => Date;
}

/**
 * Somebody else may have registered the address and would keep access to the account, so the person chooses a
 * new password.
 */
const takeOver = async (
  context: VerificationDeps,
  hash: string,
  { name, email }: Person,
  newPassword: string,
  visit: Visit,
): Promise<string | undefined> => {
  const { signInQueue, accounts, clock } = context;
  refuseWeakPassword(newPassword, { name, email });
  const passwordHash = await signInQueue.hash(hash, visit, newPassword);
  const personId = await accounts.takeOverByVerification(hash, passwordHash, clock());
  if (personId === undefined) throw linkInvalidError();
  await notify(context);
  return trustAfterLink(context, personId, visit);
};

/**
 * In the browser that requested it, the link verifies the address. Elsewhere it also needs the password:
 * otherwise the owner of the mailbox would vouch for an account that somebody else created with their
 * address. The owner can choose a new password instead, except if the address would replace another one: a
 * mistyped new address must not give the account away.
 */
export const verifyEmail = async (
  context: VerificationDeps,
  { token, password, newPassword }: OpenedLink,
  request: string | undefined,
  visit: Visit,
): Promise<string | undefined> => {
  const { emailAddresses, people, clock, wakeRelay, suspensions } = context;
  const hash = hashSecret(readLinkSecret(token));
  const link = await emailAddresses.findLink(hash, clock());
  const person = link && (await people.findById(link.userId));
  if (!link || !person) throw linkInvalidError();
  const isPresent = person.email === link.email;
  if (!isPresent && person.newEmail !== link.email) throw linkInvalidError();
  const isHere = link.request !== null && request !== undefined && hashSecret(request) === link.request;
  const isDone = isPresent && person.emailVerified;
  if (!isHere && !isDone) {
    if (newPassword !== undefined && isPresent) return takeOver(context, hash, person, newPassword, visit);
    if (password === undefined) throw openedElsewhereError(isPresent);
    await confirmPassword(context, person.id, password, visit);
  }
  const verified = await emailAddresses.verify(hash, clock()).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTakenError() : error;
  });
  if (!verified) throw linkInvalidError();
  wakeRelay();
  // The evicted account may have been signed in.
  await suspensions.refresh();
  return undefined;
};

export const changeEmail = async (
  context: EmailDeps & VerificationDeps,
  personId: string,
  { email, password }: { email: string; password: string },
  visit: Visit & Requester,
): Promise<EmailAddress> => {
  const { people, emailAddresses, limitEmails, mailRelay } = context;
  const { person } = await confirmPassword(context, personId, password, visit);
  const emailKey = emailKeyOf(email);
  if (emailKey === emailKeyOf(person.email))
    throw conflict('email_unchanged', 'This is already your email address.');
  const holder = await people.findByEmailKey(emailKey);
  // An unproven account with the address is replaced when the link is used.
  if (holder && !isUnprovenAccount(holder.person)) throw emailTakenError();
  if (!(await limitEmails.canRequest('emailChange', personId, visit.address))) throw tooManyLinksError();
  await emailAddresses.startChange(personId, email, hashSecret(visit.emailRequest));
  mailRelay.wake();
  return getEmailAddress(context, personId);
};

export const cancelEmailChange = async (
  context: Pick<VerificationDeps, 'people' | 'emailAddresses'>,
  personId: string,
): Promise<EmailAddress> => {
  await context.emailAddresses.cancelChange(personId);
  return getEmailAddress(context, personId);
};
