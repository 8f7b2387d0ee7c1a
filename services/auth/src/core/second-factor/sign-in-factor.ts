import { DomainError, newSecret } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { Person } from '../people/rules/person.ts';
import type { Cookies } from '../tokens/cookies.ts';
import type { RememberedBrowsers } from './remembered-browsers.ts';
import { isRequiredOf, type SecondFactorRequirement } from './rules/requirement.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SignInChallenges } from './sign-in-challenges.ts';

const REFUSALS = {
  second_factor_required: 'Enter the code of your authenticator app.',
  second_factor_setup_required: 'Your institution requires an authenticator app. Set one up to sign in.',
} as const;
const challengeError = (code: keyof typeof REFUSALS) =>
  new DomainError('unauthenticated', code, REFUSALS[code]);

export interface SignInFactorDeps {
  secondFactors: Pick<SecondFactors, 'isActive'>;
  rememberedBrowsers: Pick<RememberedBrowsers, 'isRemembered'>;
  signInChallenges: Pick<SignInChallenges, 'add'>;
  cookies: Pick<Cookies, 'readRemembered' | 'writeSignInChallenge' | 'writeEmailRequest'>;
  requirement: SecondFactorRequirement;
  clock: () => Date;
}

interface FirstFactor {
  person: Person;
  isProof: boolean;
  emailRequest?: string;
  family?: string | null;
}

/**
 * Decides whether a sign-in needs a code, unless an identity provider has asked for a second factor. Call only for people who have proved the first
 * factor, because the error reveals that.
 */
export const createSignInFactor =
  ({ secondFactors, rememberedBrowsers, signInChallenges, cookies, requirement, clock }: SignInFactorDeps) =>
  async (
    { person, isProof, emailRequest, family = null }: FirstFactor,
    { request, response }: { request: Request; response: Response },
  ): Promise<void> => {
    const isActive = await secondFactors.isActive(person.id);
    if (!isActive && !isRequiredOf(requirement, person.details.userType)) return;
    const remembered = cookies.readRemembered(request);
    if (isActive && (await rememberedBrowsers.isRemembered(person, remembered, clock()))) return;
    const secret = newSecret();
    const { id: userId, signOuts } = person;
    await signInChallenges.add(secret, { userId, signOuts, byPassword: isProof, family }, clock());
    cookies.writeSignInChallenge(response, secret);
    if (emailRequest !== undefined) cookies.writeEmailRequest(response, emailRequest);
    throw challengeError(isActive ? 'second_factor_required' : 'second_factor_setup_required');
  };
export type RequireSecondFactor = ReturnType<typeof createSignInFactor>;
