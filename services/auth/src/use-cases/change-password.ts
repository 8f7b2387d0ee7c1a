import { Refused, type OutboxRelay } from '@qr-attendance/service-kit';
import type { Accounts } from '../data/accounts.ts';
import type { People } from '../data/people.ts';
import { refuseWeakPassword } from '../domain/password-rules.ts';
import { hashPassword } from '../domain/password.ts';
import type { Place } from '../domain/place.ts';
import type { MailRelay } from '../mail/start-mail-relay.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import type { GuardPassword } from './guard-password.ts';
import type { SignedIn } from './sign-in.ts';

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
  async (
    personId: string,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    place: Place,
  ): Promise<SignedIn> => {
    const { person, passwordHash } = await confirmPassword(personId, currentPassword, place);
    refuseWeakPassword(newPassword, person);
    if (!(await accounts.changePassword(personId, passwordHash, await hashPassword(newPassword))))
      throw new Refused(
        'conflict',
        'password_changed_meanwhile',
        'Your password was changed elsewhere just now. Please sign in again.',
      );
    mailRelay.wake();
    relay.wake();
    // The token of the person as read before would be one of those that are refused now.
    return {
      person: (await people.findById(personId)) ?? person,
      browser: await guard.trust(personId, place),
    };
  };
