import { DomainError } from '@qr-attendance/server';
import PQueue from 'p-queue';
import type { People } from '../people/people.ts';
import { emailKeyOf } from '../people/rules/email-key.ts';
import type { Person } from '../people/rules/person.ts';
import type { Visit } from '../guess-limits/rules/place.ts';
import type { PasswordQueue } from '../password-queue/password-queue.ts';
import type { GuardPassword } from '../guess-limits/guard-password.ts';

export interface SignedIn {
  person: Person;
  /** Secret for the browser to keep, by which it is known for this person's own. */
  browser: string;
}

/** Of the pool's ten connections, so that a flood of sign-ins leaves the others to renewals. */
const LOOKUPS_AT_ONCE = 4;

export const suspended = () =>
  new DomainError('forbidden', 'suspended', 'This account is suspended. Please ask your institution.');

/** Whether there is such an account, or that it is suspended, is told to nobody but who knows its password. */
export const makeSignIn = ({
  people,
  guard,
  passwords,
}: {
  people: People;
  guard: GuardPassword;
  passwords: PasswordQueue;
}) => {
  const lookups = new PQueue({ concurrency: LOOKUPS_AT_ONCE });
  return ({ email, password }: { email: string; password: string }, visit: Visit): Promise<SignedIn> => {
    const emailKey = emailKeyOf(email);
    return passwords.inTurn(emailKey, visit, async (turn) => {
      const { found, attempt } = await lookups.add(async () => {
        const account = await people.findByEmailKey(emailKey);
        return { found: account, attempt: await guard.begin(emailKey, account?.person.id, visit) };
      });
      const matches = await attempt.judge(() => turn.matches(found?.passwordHash, password));
      if (!found || !matches)
        throw new DomainError('unauthenticated', 'wrong_credentials', 'Invalid email or password');
      const { person } = found;
      if (person.suspension) throw suspended();
      return { person, browser: await guard.trust(person.id, visit) };
    });
  };
};
