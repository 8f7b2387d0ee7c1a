import { conflict, hashSecret, invalid } from '@qr-attendance/server';
import type { Accounts, PasswordResets } from '../../core/accounts/accounts.ts';
import {
  type ConfirmPasswordDeps,
  confirmPasswordInTurn,
} from '../../core/password-checks/confirm-password.ts';
import { refuseWeakPassword } from '../../core/passwords/rules/weak-password.ts';
import { askForLink, type LinkRequestDeps } from '../../core/email/ask-for-link.ts';
import { notify, type NotifyDeps } from '../../core/events/notify.ts';
import type { People } from '../../core/people/people.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';
import { trustAfterLink, type LinkTrustDeps } from '../../core/second-factor/trust-after-link.ts';
import { readLinkSecret } from '../../core/tokens/rules/secret.ts';
import type { CompletedSignIn } from '../../core/visits/visits.ts';

export interface PasswordDeps extends ConfirmPasswordDeps, NotifyDeps, LinkRequestDeps, LinkTrustDeps {
  people: People;
  accounts: Accounts;
  resets: PasswordResets;
  clock: () => Date;
}

export const changePassword = async (
  context: PasswordDeps,
  personId: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  visit: Visit,
): Promise<CompletedSignIn> => {
  const { accounts, signInQueue } = context;
  using turn = await signInQueue.reserve(personId, visit);
  const confirmed = await confirmPasswordInTurn(context, personId, currentPassword, visit, turn);
  refuseWeakPassword(newPassword, confirmed.person);
  const passwordHash = await turn.hash(newPassword);
  // Uses the version of tokens that this change created, not that of a concurrent later change.
  const changed = await accounts.changePassword(personId, confirmed.passwordHash, passwordHash);
  if (!changed)
    throw conflict(
      'password_changed_meanwhile',
      'Your password was changed on another device. Sign in again.',
    );
  await notify(context);
  return { person: changed, isProof: true };
};

export const forgotPassword = (context: LinkRequestDeps, email: string, visit: Visit): Promise<void> =>
  askForLink(context, 'forgot', email, visit, { kind: 'password_forgotten', language: visit.language });

const resetLinkInvalidError = () =>
  invalid('reset_link_invalid', 'This link was already used or has expired. Request a new one.');

/**
 * Signs out everywhere.
 * @returns the secret of the browser if it is trusted from now on
 */
export const resetPassword = async (
  context: PasswordDeps,
  { token, password }: { token: string; password: string },
  visit: Visit,
): Promise<string | undefined> => {
  const { accounts, resets, people, signInQueue, clock } = context;
  const hash = hashSecret(readLinkSecret(token));
  const ownerId = await resets.ownerOf(hash, clock());
  const owner = ownerId === undefined ? undefined : await people.findById(ownerId);
  if (!owner) throw resetLinkInvalidError();
  // A weak password must not use up the link.
  refuseWeakPassword(password, owner);
  const passwordHash = await signInQueue.hash(hash, visit, password);
  const personId = await accounts.resetPassword(hash, passwordHash, clock());
  if (personId === undefined) throw resetLinkInvalidError();
  await notify(context);
  return trustAfterLink(context, personId, visit);
};
