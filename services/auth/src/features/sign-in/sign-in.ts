import { DomainError } from '@qr-attendance/server';
import { judgePassword } from '../../core/password-checks/judge-password.ts';
import type { SignInQueue } from '../../core/sign-in-queue/sign-in-queue.ts';
import type { People } from '../../core/people/people.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { refuseBlocked } from '../../core/people/rules/person.ts';
import type { GuardPassword } from '../../core/sign-in-limits/wrong-passwords.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';
import type { CompletedSignIn } from '../../core/visits/visits.ts';

export interface PasswordSignInDeps {
  people: People;
  guard: GuardPassword;
  signInQueue: SignInQueue;
}

/** Only a person with the correct password can find out whether an account exists or is suspended. */
export const signIn = async (
  { people, guard, signInQueue }: PasswordSignInDeps,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<CompletedSignIn> => {
  const emailKey = emailKeyOf(email);
  using turn = await signInQueue.reserve(emailKey, visit);
  const found = await people.findByEmailKey(emailKey);
  const guess = { emailKey, personId: found?.person.id, passwordHash: found?.passwordHash, password };
  const matches = await judgePassword(guard, guess, visit, turn);
  if (!found || !matches)
    throw new DomainError('unauthenticated', 'wrong_credentials', 'Invalid email or password');
  const { person } = found;
  refuseBlocked(person);
  return { person, isProof: true };
};
