import type { EmailAddress } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../db/database.ts';
import { DAY_LINK_HOURS } from '../email/rules/email.ts';
import type { Place, Visit } from '../guess-limits/rules/place.ts';
import { confirmPassword } from '../passwords/change-password.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import { emailTaken, type Person, signedOut } from '../people/rules/person.ts';
import { hashSecret, newSecret } from '../sign-in/rules/secret.ts';
import type { EmailAddresses } from './email-addresses.ts';

type Asking = Pick<Context, 'limitEmails' | 'mailQueue' | 'mailRelay'>;

const HOUR_MS = 3_600_000;

/** Makes the link of one mail, for the address that it goes to. */
export const makeVerificationLink = async (
  context: { emailAddresses: EmailAddresses; publicOrigins: string[]; clock: () => Date },
  userId: string,
  email: string,
): Promise<string> => {
  const { emailAddresses, publicOrigins, clock } = context;
  const token = newSecret();
  const expiresAt = new Date(clock().getTime() + DAY_LINK_HOURS * HOUR_MS);
  await emailAddresses.addLink({ hash: hashSecret(token), userId, email, expiresAt });
  return `${publicOrigins[0] ?? ''}/verify-email#${token}`;
};

/** @returns false when a limit keeps it back */
const queueLink = async (
  { limitEmails, mailQueue, mailRelay }: Asking,
  userId: string,
  email: string,
  { address }: Pick<Place, 'address'>,
): Promise<boolean> => {
  if (!(await limitEmails.mayAsk('verification', emailKeyOf(email), address))) return false;
  await mailQueue.add({ userId }, { kind: 'password_forgotten', verification: true });
  mailRelay.wake();
  return true;
};

/** What keeps the first link from being sent keeps nobody from registering: it can be sent again. */
export const sendFirstLink = async (
  context: Asking & Pick<Context, 'log'>,
  { id, email }: Person,
  place: Pick<Place, 'address'>,
): Promise<void> => {
  try {
    await queueLink(context, id, email, place);
  } catch (err) {
    context.log.warn({ err, userId: id }, 'no link to verify an address is sent');
  }
};

const tooManyLinks = () =>
  new DomainError(
    'too_many',
    'too_many_links',
    'We have sent several links already. Check your inbox and spam folder, or try again tomorrow.',
  );

const findPerson = async ({ people }: Pick<Context, 'people'>, personId: string): Promise<Person> => {
  const person = await people.findById(personId);
  if (!person || person.erased) throw signedOut();
  return person;
};

const emailAddressOf = ({ email, emailVerified, newEmail }: Person): EmailAddress => ({
  email,
  verified: emailVerified,
  newEmail,
});

export const getEmailAddress = async (
  context: Pick<Context, 'people'>,
  personId: string,
): Promise<EmailAddress> => emailAddressOf(await findPerson(context, personId));

/** Nothing is sent where nothing is to be verified. @throws DomainError (too_many) */
export const sendLinkAgain = async (
  context: Asking & Pick<Context, 'people'>,
  personId: string,
  visit: Visit,
): Promise<void> => {
  const { email, emailVerified, newEmail } = await findPerson(context, personId);
  if (emailVerified && newEmail === null) return;
  if (!(await queueLink(context, personId, newEmail ?? email, visit))) throw tooManyLinks();
};

/** Whoever has the mail may use it, signed in or not. */
export const verifyEmail = async (
  { emailAddresses, clock, wakeRelay }: Pick<Context, 'emailAddresses' | 'clock' | 'wakeRelay'>,
  token: string,
): Promise<void> => {
  const verified = await emailAddresses.verify(hashSecret(token), clock()).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
  if (!verified)
    throw new DomainError(
      'invalid',
      'verification_link_invalid',
      'This link is no longer valid. Sign in and send a new one from “My account”.',
    );
  wakeRelay();
};

/** The present address stays until the new one is verified, and is told of it. */
export const changeEmail = (
  context: Asking & Pick<Context, 'people' | 'guard' | 'passwordQueue' | 'emailAddresses'>,
  personId: string,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<EmailAddress> =>
  confirmPassword(context, personId, password, visit, async ({ person }) => {
    const { people, emailAddresses, limitEmails, mailRelay } = context;
    const emailKey = emailKeyOf(email);
    if (emailKey === emailKeyOf(person.email))
      throw new DomainError('conflict', 'email_unchanged', 'This is already your email address.');
    if (await people.findByEmailKey(emailKey)) throw emailTaken();
    if (!(await limitEmails.mayAsk('emailChange', personId, visit.address))) throw tooManyLinks();
    await emailAddresses.startChange(personId, email);
    mailRelay.wake();
    return getEmailAddress(context, personId);
  });

/** Links sent to the new address are worthless from now on. */
export const cancelEmailChange = async (
  context: Pick<Context, 'people' | 'emailAddresses'>,
  personId: string,
): Promise<EmailAddress> => {
  await context.emailAddresses.cancelChange(personId);
  return getEmailAddress(context, personId);
};
