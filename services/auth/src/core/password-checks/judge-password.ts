import type { AccountStanding, GuardPassword } from '../sign-in-limits/wrong-passwords.ts';
import type { Place } from '../sign-in-limits/rules/place.ts';
import type { Turn } from '../sign-in-queue/sign-in-queue.ts';

interface Guess {
  emailKey: string;
  personId: string | undefined;
  passwordHash: string | undefined;
  password: string;
}
type Client = Parameters<GuardPassword['mayJudge']>[1];

/** An attempt that could not be judged does not count. */
const countAttempt = async (
  guard: GuardPassword,
  standing: AccountStanding,
  client: Client,
  { passwordHash, password }: Guess,
  turn: Turn,
): Promise<{ matches: boolean; hadFailures: boolean }> => {
  using attempt = await guard.begin(standing);
  await turn.start();
  // Others may have entered wrong passwords while this client waited.
  if (!guard.mayJudge(standing, client)) {
    turn.pass();
    if (await guard.takesTurns(standing, client)) await turn.later();
    throw guard.lockedForNow();
  }
  const matches = await turn.matches(passwordHash, password);
  await attempt.count(matches);
  return { matches, hadFailures: attempt.hadFailures };
};

/**
 * Checks the previous attempts on the account and of the client, hashes the password when its turn comes, and
 * counts the result.
 */
export const judgePassword = async (
  guard: GuardPassword,
  guess: Guess,
  place: Place,
  turn: Turn,
): Promise<boolean> => {
  const { emailKey, personId } = guess;
  const client = { place, isReturning: turn.isReturning };
  const standing = await guard.standingOf(emailKey, personId, place);
  if (await guard.takesTurns(standing, client)) await turn.later();
  const { matches, hadFailures } = await countAttempt(guard, standing, client, guess, turn);
  await guard.record(standing, { emailKey, place, matches, hadFailures });
  return matches;
};
