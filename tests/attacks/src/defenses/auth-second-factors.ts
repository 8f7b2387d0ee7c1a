import { defense, defenseWithin } from './defense.ts';

const secondFactors = () => import('../../../../services/auth/src/core/second-factor/second-factors.ts');

export const factorAsked = defenseWithin(
  'every sign-in by password or link ends with the second factor',
  () => import('../../../../services/auth/src/core/second-factor/sign-in-factor.ts'),
  'createSignInFactor',
  (create, isOff) => (deps) => {
    const requireFactor = create(deps);
    return async (...given) => (isOff() ? undefined : requireFactor(...given));
  },
);
export const passkeySignature = defense(
  'only the authenticator that was registered can sign for a passkey',
  () => import('../../../../services/auth/src/core/security/rules/passkey.ts'),
  'checkAssertion',
  async () => true,
);
export const codeOnce = defenseWithin(
  'a code of the authenticator app works once',
  secondFactors,
  'createSecondFactors',
  (create, isOff) =>
    (database, ...given) => {
      const factors = create(database, ...given);
      return {
        ...factors,
        useCode: async (userId, ...code) => {
          if (isOff()) await database.secondFactor.updateMany({ where: { userId }, data: { lastStep: 0 } });
          return factors.useCode(userId, ...code);
        },
      };
    },
);
export const recoveryOnce = defenseWithin(
  'a recovery code works once',
  secondFactors,
  'createSecondFactors',
  (create, isOff) =>
    (database, ...given) => {
      const factors = create(database, ...given);
      return {
        ...factors,
        useRecoveryCode: async (userId, code) => {
          const before = await database.recoveryCode.findMany({ where: { userId } });
          const isCorrect = await factors.useRecoveryCode(userId, code);
          if (isOff()) await database.recoveryCode.createMany({ data: before, skipDuplicates: true });
          return isCorrect;
        },
      };
    },
);
export const fewTries = defenseWithin(
  'five wrong codes end a sign-in',
  () => import('../../../../services/auth/src/core/second-factor/sign-in-challenges.ts'),
  'createSignInChallenges',
  (create, isOff) => (database) => {
    const challenges = create(database);
    return {
      ...challenges,
      takeTry: async (...given) => {
        if (isOff()) await database.signInChallenge.updateMany({ data: { tries: 0 } });
        return challenges.takeTry(...given);
      },
    };
  },
);
export const codePauses = defenseWithin(
  'wrong codes of a person cost growing pauses',
  () => import('../../../../services/auth/src/core/second-factor/guard-codes.ts'),
  'createCodeGuard',
  (create, isOff) => (options) => {
    const { attempts } = options;
    const begin: typeof attempts.begin = async (standing) => {
      const attempt = await attempts.begin(standing);
      return isOff() ? { ...attempt, wait: 0 } : attempt;
    };
    return create({ ...options, attempts: { ...attempts, begin } });
  },
);
