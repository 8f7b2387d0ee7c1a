import { DomainError } from '@qr-attendance/server';
import type { FoundPerson, People } from '../people/people.ts';
import { emailKeyOf } from '../people/rules/email-key.ts';
import type { Visit } from './rules/place.ts';
import type { PasswordQueue, Turn } from '../password-queue/password-queue.ts';
import type { GuardPassword } from './guard-password.ts';

/** Has who is signed in prove it once more before something is done; wrong passwords count as at sign-in. */
export const makeConfirmPassword =
  ({ people, guard, passwords }: { people: People; guard: GuardPassword; passwords: PasswordQueue }) =>
  <T>(
    personId: string,
    password: string,
    visit: Visit,
    work: (found: FoundPerson, turn: Turn) => Promise<T>,
  ): Promise<T> =>
    passwords.inTurn(personId, visit, async (turn) => {
      const found = await people.findWithPassword(personId);
      if (!found || found.person.erased)
        throw new DomainError('unauthenticated', 'signed_out', 'Please sign in again.');
      const emailKey = emailKeyOf(found.person.email);
      if (!(await guard.judge(emailKey, personId, visit, () => turn.matches(found.passwordHash, password))))
        throw new DomainError('invalid', 'wrong_password', 'This is not your present password.');
      return work(found, turn);
    });
export type ConfirmPassword = ReturnType<typeof makeConfirmPassword>;
