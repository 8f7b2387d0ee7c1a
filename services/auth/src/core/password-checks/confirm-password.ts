import { invalid } from '@qr-attendance/server';
import type { FoundPerson, People } from '../people/people.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import { signedOutError } from '../people/rules/person.ts';
import type { GuardPassword } from '../sign-in-limits/wrong-passwords.ts';
import type { Visit } from '../sign-in-limits/rules/place.ts';
import { judgePassword } from './judge-password.ts';
import type { SignInQueue, Turn } from '../sign-in-queue/sign-in-queue.ts';

export interface ConfirmPasswordDeps {
  people: Pick<People, 'findWithPassword'>;
  guard: GuardPassword;
  signInQueue: SignInQueue;
}

/** Used by callers that hash another password in the same turn. */
export const confirmPasswordInTurn = async (
  { people, guard }: Pick<ConfirmPasswordDeps, 'people' | 'guard'>,
  personId: string,
  password: string,
  visit: Visit,
  turn: Turn,
): Promise<FoundPerson> => {
  const account = await people.findWithPassword(personId);
  if (!account || account.person.erased) throw signedOutError();
  const emailKey = emailKeyOf(account.person.email);
  const guess = { emailKey, personId, passwordHash: account.passwordHash, password };
  if (!(await judgePassword(guard, guess, visit, turn)))
    throw invalid('wrong_password', 'This is not your current password.');
  return account;
};

export const confirmPassword = async (
  context: ConfirmPasswordDeps,
  personId: string,
  password: string,
  visit: Visit,
): Promise<FoundPerson> => {
  using turn = await context.signInQueue.reserve(personId, visit);
  return await confirmPasswordInTurn(context, personId, password, visit, turn);
};
