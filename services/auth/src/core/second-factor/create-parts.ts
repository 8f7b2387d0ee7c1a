import type { Peppers } from '@qr-attendance/server';
import type { Database } from '../../db/database.ts';
import { createSealedSecrets } from '../secrets/sealed-secrets.ts';
import { type CodeGuardDeps, createCodeGuard } from './guard-codes.ts';
import { createRememberedBrowsers } from './remembered-browsers.ts';
import { createSecondFactors } from './second-factors.ts';
import { createSignInChallenges } from './sign-in-challenges.ts';
import { createSignInFactor, type SignInFactorDeps } from './sign-in-factor.ts';

interface Deps extends CodeGuardDeps, Pick<SignInFactorDeps, 'cookies' | 'requirement' | 'clock'> {
  database: Database;
  peppers: Peppers;
}

export const createSecondFactorParts = (deps: Deps) => {
  const { database, peppers, requirement } = deps;
  const stores = {
    secondFactors: createSecondFactors(database, createSealedSecrets(peppers, 'secrets of second factors')),
    rememberedBrowsers: createRememberedBrowsers(database),
    signInChallenges: createSignInChallenges(database),
  };
  return {
    ...stores,
    secondFactorRequirement: requirement,
    codeGuard: createCodeGuard(deps),
    requireSecondFactor: createSignInFactor({ ...deps, ...stores }),
  };
};
