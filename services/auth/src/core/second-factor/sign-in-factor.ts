import type { SecondFactorChallenge } from '@qr-attendance/contracts';
import { DomainError, newSecret } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { Person } from '../people/rules/person.ts';
import type { Cookies } from '../tokens/cookies.ts';
import type { RememberedBrowsers } from './remembered-browsers.ts';
import { isRequiredOf, type SecondFactorRequirement } from './rules/requirement.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SignInChallenges } from './sign-in-challenges.ts';

const REFUSALS = {
  second_factor_required: 'Confirm this sign-in with your second factor.',
  second_factor_setup_required: 'Your institution requires a second factor. Set one up to sign in.',
} as const;
const challengeError = (code: keyof typeof REFUSALS, details: SecondFactorChallenge) =>
  new DomainError('unauthenticated', code, REFUSALS[code], { ...details });

interface NeedDeps {
  secondFactors: Pick<SecondFactors, 'find'>;
  requirement: SecondFactorRequirement;
}

/** Returns undefined for people who sign in with only the first factor. */
export const createFindFactorNeed =
  ({ secondFactors, requirement }: NeedDeps) =>
  async ({ id, details }: Pick<Person, 'id' | 'details'>) => {
    const factor = await secondFactors.find(id);
    return factor || isRequiredOf(requirement, details.userType) ? { factor } : undefined;
  };
export type FindFactorNeed = ReturnType<typeof createFindFactorNeed>;

export interface SignInFactorDeps {
  findFactorNeed: FindFactorNeed;
  rememberedBrowsers: Pick<RememberedBrowsers, 'isRemembered'>;
  signInChallenges: Pick<SignInChallenges, 'add'>;
  cookies: Pick<Cookies, 'readRemembered' | 'writeSignInChallenge' | 'writeEmailRequest'>;
  clock: () => Date;
}

interface FirstFactor {
  person: Person;
  isProof: boolean;
  emailRequest?: string;
  family?: string | null;
}

/**
 * Decides whether a sign-in needs the second factor, unless an identity provider has asked for one. Call only for people who have proved the first
 * factor, because the error reveals that.
 */
export const createSignInFactor =
  ({ findFactorNeed, rememberedBrowsers, signInChallenges, cookies, clock }: SignInFactorDeps) =>
  async (
    { person, isProof, emailRequest, family = null }: FirstFactor,
    { request, response }: { request: Request; response: Response },
  ): Promise<void> => {
    const need = await findFactorNeed(person);
    if (!need) return;
    const { factor } = need;
    const remembered = cookies.readRemembered(request);
    if (factor && (await rememberedBrowsers.isRemembered(person, remembered, clock()))) return;
    const secret = newSecret();
    const { id: userId, signOuts } = person;
    await signInChallenges.add(secret, { userId, signOuts, byPassword: isProof, family }, clock());
    cookies.writeSignInChallenge(response, secret);
    if (emailRequest !== undefined) cookies.writeEmailRequest(response, emailRequest);
    throw challengeError(factor ? 'second_factor_required' : 'second_factor_setup_required', {
      hasApp: factor?.hasApp ?? false,
      hasPasskey: person.passkeys.length > 0,
    });
  };
export type RequireSecondFactor = ReturnType<typeof createSignInFactor>;
