import { DomainError } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import type { Visit } from '../../core/places/rules/place.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { type Person, refuseBlocked } from '../../core/people/rules/person.ts';

export interface SignedIn {
  person: Person;
  /** Secret for the browser to keep, which identifies it as one of this person's own. */
  browser: string;
  byPassword: boolean;
  emailRequest?: string;
}

/** Only somebody who knows the password learns whether there is an account, or that it is suspended. */
export const signIn = (
  { people, guard, signInQueue }: Pick<Context, 'people' | 'guard' | 'signInQueue'>,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<SignedIn> => {
  const emailKey = emailKeyOf(email);
  return signInQueue.withTurn(emailKey, visit, async (turn) => {
    const found = await people.findByEmailKey(emailKey);
    const guess = { emailKey, personId: found?.person.id, passwordHash: found?.passwordHash, password };
    const matches = await guard.judge(guess, visit, turn);
    if (!found || !matches)
      throw new DomainError('unauthenticated', 'wrong_credentials', 'Invalid email or password');
    const { person } = found;
    refuseBlocked(person);
    return { person, browser: await guard.trust(person.id, visit), byPassword: true };
  });
};
