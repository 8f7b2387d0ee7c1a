import type { Peppers } from '@qr-attendance/server';
import type { Database } from '../../db/database.ts';
import { createSealedSecrets } from '../secrets/sealed-secrets.ts';
import type { CoolDowns } from '../security/rules/cool-downs.ts';
import { type CodeGuardDeps, createCodeGuard } from './guard-codes.ts';
import { createRememberedBrowsers } from './remembered-browsers.ts';
import { createSecondFactors } from './second-factors.ts';
import { createSignInChallenges } from './sign-in-challenges.ts';
import type { SecondFactorRequirement } from './rules/requirement.ts';
import { createFindFactorNeed, createSignInFactor, type SignInFactorDeps } from './sign-in-factor.ts';

interface Deps extends CodeGuardDeps, Pick<SignInFactorDeps, 'cookies' | 'clock'> {
  requirement: SecondFactorRequirement;
  database: Database;
  peppers: Peppers;
  coolDowns: CoolDowns;
}

export const createSecondFactorParts = (deps: Deps) => {
  const { database, peppers, coolDowns, requirement } = deps;
  const stores = {
    secondFactors: createSecondFactors(database, {
      secrets: createSealedSecrets(peppers, 'secrets of second factors'),
      coolDowns,
    }),
    rememberedBrowsers: createRememberedBrowsers(database),
    signInChallenges: createSignInChallenges(database),
  };
  const findFactorNeed = createFindFactorNeed({ ...stores, requirement });
  return {
    ...stores,
    findFactorNeed,
    secondFactorRequirement: requirement,
    codeGuard: createCodeGuard(deps),
    requireSecondFactor: createSignInFactor({ ...deps, ...stores, findFactorNeed }),
  };
};
