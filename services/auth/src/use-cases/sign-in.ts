import { Refused } from '@qr-attendance/service-kit';
import type { People } from '../data/people.ts';
import { emailKeyOf } from '../domain/email-key.ts';
import { isPassword } from '../domain/password.ts';
import type { Person } from '../domain/person.ts';
import type { Place } from '../domain/place.ts';
import type { GuardPassword } from './guard-password.ts';

export interface SignedIn {
  person: Person;
  /** Secret for the browser to keep, by which it is known for this person's own. */
  browser: string;
}

/** Whether there is such an account, or that it is suspended, is told to nobody but who knows its password. */
export const makeSignIn =
  ({ people, guard }: { people: People; guard: GuardPassword }) =>
  async ({ email, password }: { email: string; password: string }, place: Place): Promise<SignedIn> => {
    const emailKey = emailKeyOf(email);
    const found = await people.findByEmailKey(emailKey);
    const succeed = await guard.begin(emailKey, found?.person.id, place);
    const matches = await isPassword(found?.passwordHash, password);
    if (!found || !matches)
      throw new Refused('unauthenticated', 'wrong_credentials', 'Invalid email or password');
    await succeed();
    const { person } = found;
    if (person.suspension)
      throw new Refused('forbidden', 'suspended', `This account is suspended. Please ask your institution.`);
    return { person, browser: await guard.trust(person.id, place) };
  };
