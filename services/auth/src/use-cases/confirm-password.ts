import { Refused } from '@qr-attendance/service-kit';
import type { FoundPerson, People } from '../data/people.ts';
import { emailKeyOf } from '../domain/email-key.ts';
import { isPassword } from '../domain/password.ts';
import type { Place } from '../domain/place.ts';
import type { GuardPassword } from './guard-password.ts';

/** Has who is signed in prove it once more; wrong passwords count as at sign-in. */
export const makeConfirmPassword =
  ({ people, guard }: { people: People; guard: GuardPassword }) =>
  async (personId: string, password: string, place: Place): Promise<FoundPerson> => {
    const found = await people.findWithPassword(personId);
    if (!found || found.person.erased)
      throw new Refused('unauthenticated', 'signed_out', 'Please sign in again.');
    const succeed = await guard.begin(emailKeyOf(found.person.email), personId, place);
    if (!(await isPassword(found.passwordHash, password)))
      throw new Refused('invalid', 'wrong_password', 'This is not your present password.');
    await succeed();
    return found;
  };
export type ConfirmPassword = ReturnType<typeof makeConfirmPassword>;
