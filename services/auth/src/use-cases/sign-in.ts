import { Refused } from '@qr-attendance/service-kit';
import type { People } from '../data/people.ts';
import { isPassword } from '../domain/password.ts';
import type { Person } from '../domain/person.ts';

export const makeSignIn =
  ({ people }: { people: People }) =>
  async ({ email, password }: { email: string; password: string }): Promise<Person> => {
    const found = await people.findByEmail(email);
    const matches = await isPassword(found?.passwordHash, password);
    if (!found || !matches)
      throw new Refused('unauthenticated', 'wrong_credentials', 'Invalid email or password');
    return found.person;
  };
