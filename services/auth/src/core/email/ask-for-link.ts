import type { Context } from '../../context.ts';
import { browserPlaceOf, type Visit } from '../places/rules/place.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import { inviteAfterAnswer } from '../../features/registration/invite-people.ts';
import type { Mail } from './rules/email.ts';

/**
 * The account owner's browsers, and places where wrong guesses locked the account, have a reserved share of
 * the limits.
 */
const reserveOf = async (
  { trustedPlaces, guard }: Pick<Context, 'trustedPlaces' | 'guard'>,
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
 * The answer and its time are the same whether or not there is an account. For unknown addresses nothing is
 * counted and nothing is queued. People without an account get a link to register.
 */
export const askForLink = async (
  context: Pick<
    Context,
    'people' | 'trustedPlaces' | 'guard' | 'limitEmails' | 'mailQueue' | 'mailRelay' | 'afterAnswer'
  >,
  kind: 'forgot' | 'signIn',
  email: string,
  visit: Visit,
  mail: Mail,
): Promise<void> => {
  const { people, limitEmails, mailQueue, mailRelay, afterAnswer } = context;
  const emailKey = emailKeyOf(email);
  const listed = await people.findListed(emailKey);
  const found = listed?.person.registered ? listed : undefined;
  const reserve = await reserveOf(context, emailKey, found?.person.id, visit);
  await limitEmails.refuseIfFull(kind, visit.address, reserve);
  if (listed && !found) return inviteAfterAnswer(context, listed.person, visit);
  if (!found) return;
  await afterAnswer.run(async () => {
    if (!(await limitEmails.canRequest(kind, emailKey, visit.address, reserve))) return;
    await mailQueue.add({ userId: found.person.id }, mail, `${kind} ${reserve ?? visit.address}`);
    mailRelay.wake();
  });
};
