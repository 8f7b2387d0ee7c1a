import { conflict, invalid } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import { askForLink } from '../../core/email/ask-for-link.ts';
import type { Visit } from '../../core/places/rules/place.ts';
import type { Turn } from '../../core/credentials/sign-in-queue/sign-in-queue.ts';
import type { FoundPerson } from '../../core/people/people.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { signedOut } from '../../core/people/rules/person.ts';
import { hashSecret, readLinkSecret } from '../../core/tokens/rules/secret.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { refuseWeakPassword } from '../../core/credentials/rules/password.ts';

type Confirming = Pick<Context, 'people' | 'guard' | 'signInQueue'>;
type Notifying = Pick<Context, 'mailRelay' | 'wakeRelay' | 'suspensions'>;

/** This process rejects previous access tokens at once, the other services within seconds. */
const notify = async ({ mailRelay, wakeRelay, suspensions }: Notifying): Promise<void> => {
  mailRelay.wake();
  wakeRelay();
  await suspensions.refresh();
};

export const confirmPassword = <T>(
  { people, guard, signInQueue }: Confirming,
  personId: string,
  password: string,
  visit: Visit,
  work: (found: FoundPerson, turn: Turn) => Promise<T>,
): Promise<T> =>
  signInQueue.withTurn(personId, visit, async (turn) => {
    const found = await people.findWithPassword(personId);
    if (!found || found.person.erased) throw signedOut();
    const emailKey = emailKeyOf(found.person.email);
    const guess = { emailKey, personId, passwordHash: found.passwordHash, password };
    if (!(await guard.judge(guess, visit, turn)))
      throw invalid('wrong_password', 'This is not your current password.');
    return work(found, turn);
  });

export const changePassword = (
  context: Confirming & Notifying & Pick<Context, 'accounts'>,
  personId: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  visit: Visit,
): Promise<SignedIn> =>
  confirmPassword(context, personId, currentPassword, visit, async ({ person, passwordHash }, turn) => {
    const { accounts, guard } = context;
    refuseWeakPassword(newPassword, person);
    // The version of tokens that this change created: a concurrent later change must not be used here.
    const changed = await accounts.changePassword(personId, passwordHash, await turn.hash(newPassword));
    if (!changed)
      throw conflict(
        'password_changed_meanwhile',
        'Your password was changed on another device. Sign in again.',
      );
    await notify(context);
    return { person: changed, browser: await guard.trust(personId, visit), byPassword: true };
  });

export const forgotPassword = (
  context: Parameters<typeof askForLink>[0],
  email: string,
  visit: Visit,
): Promise<void> =>
  askForLink(context, 'forgot', email, visit, { kind: 'password_forgotten', language: visit.language });

const resetLinkInvalid = () =>
  invalid('reset_link_invalid', 'This link was already used or has expired. Request a new one.');

/**
 * Signs out everywhere. Whoever had the email is trusted at this place, whatever strangers tried meanwhile.
 */
export const resetPassword = async (
  context: Confirming & Notifying & Pick<Context, 'accounts' | 'resets' | 'clock'>,
  { token, password }: { token: string; password: string },
  visit: Visit,
): Promise<string> => {
  const { accounts, resets, people, guard, signInQueue, clock } = context;
  const hash = hashSecret(readLinkSecret(token));
  const ownerId = await resets.ownerOf(hash, clock());
  const owner = ownerId === undefined ? undefined : await people.findById(ownerId);
  if (!owner) throw resetLinkInvalid();
  // A weak password does not use up the link.
  refuseWeakPassword(password, owner);
  const passwordHash = await signInQueue.withTurn(hash, visit, (turn) => turn.hash(password));
  const personId = await accounts.resetPassword(hash, passwordHash, clock());
  if (personId === undefined) throw resetLinkInvalid();
  await notify(context);
  return guard.trust(personId, visit);
};
