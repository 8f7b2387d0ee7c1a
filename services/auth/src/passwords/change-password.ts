import type { OutboxRelay } from '@qr-attendance/messaging';
import { DomainError } from '@qr-attendance/server';
import type { Accounts } from './accounts.ts';
import type { People } from '../people/people.ts';
import { refuseWeakPassword } from './rules/password-rules.ts';
import type { Visit } from '../guess-limits/rules/place.ts';
import type { MailRelay } from '../email/email-relay.ts';
import type { ConfirmPassword } from '../guess-limits/confirm-password.ts';
import type { GuardPassword } from '../guess-limits/guard-password.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';

interface Deps {
  accounts: Accounts;
  confirmPassword: ConfirmPassword;
  guard: GuardPassword;
  mailRelay: MailRelay;
  people: Pick<People, 'findById'>;
  relay: OutboxRelay;
}

/** Signs out everywhere; whoever asked for it is to be signed in anew. */
export const makeChangePassword =
  ({ accounts, confirmPassword, guard, mailRelay, people, relay }: Deps) =>
  (
    personId: string,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    visit: Visit,
  ): Promise<SignedIn> =>
    confirmPassword(personId, currentPassword, visit, async ({ person, passwordHash }, turn) => {
      refuseWeakPassword(newPassword, person);
      if (!(await accounts.changePassword(personId, passwordHash, await turn.hash(newPassword))))
        throw new DomainError(
          'conflict',
          'password_changed_meanwhile',
          'Your password was changed elsewhere just now. Please sign in again.',
        );
      mailRelay.wake();
      relay.wake();
      // The token of the person as read before would be one of those that are refused now.
      return {
        person: (await people.findById(personId)) ?? person,
        browser: await guard.trust(personId, visit),
      };
    });
