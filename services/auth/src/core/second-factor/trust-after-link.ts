import type { People } from '../people/people.ts';
import type { Visit } from '../sign-in-limits/rules/place.ts';
import type { GuardPassword } from '../sign-in-limits/wrong-passwords.ts';
import type { FindFactorNeed } from './sign-in-factor.ts';

export interface LinkTrustDeps {
  people: People;
  guard: GuardPassword;
  findFactorNeed: FindFactorNeed;
}

/**
 * The person has chosen a password with an emailed link. Attempts of strangers no longer delay them in this browser,
 * unless their sign-in needs a second factor: the browser is then trusted after the sign-in.
 * @returns the secret that identifies the trusted browser
 */
export const trustAfterLink = async (
  { people, guard, findFactorNeed }: LinkTrustDeps,
  personId: string,
  visit: Visit,
): Promise<string | undefined> => {
  const person = await people.findById(personId);
  return !person || (await findFactorNeed(person)) ? undefined : guard.trust(personId, visit);
};
