import type { People } from '../people/people.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import type { Person } from '../people/rules/person.ts';
import type { GuardPassword } from '../sign-in-limits/wrong-passwords.ts';
import { browserPlaceOf, type Visit } from '../sign-in-limits/rules/place.ts';
import type { TrustedPlaces } from '../sign-in-limits/trusted-places.ts';
import type { AfterAnswer } from './after-answer.ts';
import type { MailQueue, MailRelay } from './email-queue.ts';
import type { LimitEmails } from './limit-emails.ts';
import type { Mail } from './rules/email.ts';

export interface EmailDeps {
  limitEmails: LimitEmails;
  mailQueue: MailQueue;
  mailRelay: MailRelay;
}
export interface LinkRequestDeps extends EmailDeps {
  people: People;
  trustedPlaces: TrustedPlaces;
  guard: GuardPassword;
  afterAnswer: AfterAnswer;
  /** Emails people without an account a registration link. */
  inviteAfterAnswer: (person: Person, visit: Visit) => Promise<void>;
}

/**
 * A share of the limits is reserved for requests from the owner's trusted browsers, and from addresses at which wrong
 * passwords locked the owner out.
 */
const reserveOf = async (
  { trustedPlaces, guard }: Pick<LinkRequestDeps, 'trustedPlaces' | 'guard'>,
  emailKey: string,
  personId: string | undefined,
  visit: Visit,
): Promise<string | undefined> => {
  const browser = visit.browser === undefined ? undefined : browserPlaceOf(visit.browser);
  const trusted = browser === undefined ? [] : await trustedPlaces.ofPerson(personId, [browser]);
  if (trusted.length > 0) return browser;
  return (await guard.isLockedHere(emailKey, visit)) ? `locked at ${visit.address}` : undefined;
};

/**
 * The answer and its time are the same with and without an account. For unknown addresses, nothing is counted
 * or queued. People without an account get a registration link.
 */
export const askForLink = async (
  context: LinkRequestDeps,
  kind: 'forgot' | 'signIn',
  email: string,
  visit: Visit,
  mail: Mail,
): Promise<void> => {
  const { people, limitEmails, mailQueue, mailRelay, afterAnswer } = context;
  const emailKey = emailKeyOf(email);
  const listed = await people.findListed(emailKey);
  const account = listed?.person.registered ? listed : undefined;
  const reserve = await reserveOf(context, emailKey, account?.person.id, visit);
  await limitEmails.refuseIfFull(kind, visit.address, reserve);
  if (listed && !account) return context.inviteAfterAnswer(listed.person, visit);
  if (!account) return;
  await afterAnswer.run(async () => {
    if (!(await limitEmails.canRequest(kind, emailKey, visit.address, reserve))) return;
    await mailQueue.add({ userId: account.person.id }, mail, `${kind} ${reserve ?? visit.address}`);
    mailRelay.wake();
  });
};
