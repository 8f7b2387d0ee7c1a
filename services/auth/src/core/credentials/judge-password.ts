import type { GuardPassword } from '../places/guard-password.ts';
import type { Place } from '../places/rules/place.ts';
import type { Turn } from './sign-in-queue/sign-in-queue.ts';

interface Guess {
  emailKey: string;
  personId: string | undefined;
  passwordHash: string | undefined;
  password: string;
}

/**
 * Checks the standing of the account and the place, hashes the password in turn, and counts the result. An
 * attempt without a result does not count.
 */
export const judgePassword = async (
  guard: GuardPassword,
  { emailKey, personId, passwordHash, password }: Guess,
  place: Place,
  turn: Pick<Turn, 'isReturning' | 'later' | 'matches'>,
): Promise<boolean> => {
  const client = { place, isReturning: turn.isReturning };
  const standing = await guard.standingOf(emailKey, personId, place);
  if (await guard.takesTurns(standing, client)) await turn.later();
  const attempt = await guard.begin(standing);
  let matches: boolean | undefined;
  try {
    matches = await turn.matches(passwordHash, password, () => guard.mayJudge(standing, client));
    if (matches === undefined && (await guard.takesTurns(standing, client))) await turn.later();
    if (matches === undefined) throw guard.lockedForNow();
    await attempt.count(matches);
  } finally {
    attempt.end();
  }
  await guard.record(standing, { emailKey, place, matches, hadFailures: attempt.hadFailures });
  return matches;
};
