import type { SecondFactorAnswer, TotpSetup } from '@qr-attendance/contracts';
import { DomainError, invalid, newSecret, type Worker } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { isBlocked, type Person, refuseBlocked } from '../../core/people/rules/person.ts';
import type { CodeGuard } from '../../core/second-factor/guard-codes.ts';
import type { RememberedBrowsers } from '../../core/second-factor/remembered-browsers.ts';
import { totpSetupOf } from '../../core/second-factor/rules/totp.ts';
import {
  codeWrongError,
  type SecondFactors,
  type SetupHolder,
} from '../../core/second-factor/second-factors.ts';
import type { OpenChallenge, SignInChallenges } from '../../core/second-factor/sign-in-challenges.ts';
import type { CompletedSignIn } from '../../core/visits/visits.ts';

export interface FinishDeps {
  people: Pick<People, 'findById'>;
  secondFactors: SecondFactors;
  rememberedBrowsers: Pick<RememberedBrowsers, 'remember'>;
  signInChallenges: SignInChallenges;
  codeGuard: CodeGuard;
  mailRelay: Worker;
  clock: () => Date;
}

const challengeExpiredError = () =>
  new DomainError(
    'unauthenticated',
    'second_factor_expired',
    'This sign-in has expired. Please sign in again.',
  );
const recoveryCodeWrongError = () =>
  invalid('recovery_code_wrong', 'This recovery code is wrong or was already used. Enter another one.');

interface ChallengedPerson {
  challenge: OpenChallenge;
  person: Person;
}

/** A sign-out everywhere, and thus a new password, also ends unfinished sign-ins. */
const openChallenge = async (
  { signInChallenges, people, clock }: FinishDeps,
  secret: string | undefined,
  code?: string,
): Promise<ChallengedPerson> => {
  const challenge = secret === undefined ? undefined : await signInChallenges.find(secret, clock(), code);
  const person = challenge && (await people.findById(challenge.userId));
  if (!person) throw challengeExpiredError();
  refuseBlocked(person);
  if (isBlocked(person) || person.signOuts !== challenge.signOuts) throw challengeExpiredError();
  return { challenge, person };
};

const takeTry = async ({ signInChallenges, clock }: FinishDeps, { secret }: OpenChallenge): Promise<void> => {
  if (!(await signInChallenges.takeTry(secret, clock()))) throw challengeExpiredError();
};

const useAnswer = async (
  context: FinishDeps,
  { challenge, person }: ChallengedPerson,
  answer: SecondFactorAnswer,
): Promise<void> => {
  const { secondFactors, codeGuard, mailRelay, clock } = context;
  const { id } = person;
  if (!(await secondFactors.isActive(id))) throw challengeExpiredError();
  const isCorrect = await codeGuard.judge(person, async () => {
    await takeTry(context, challenge);
    return 'code' in answer
      ? secondFactors.useCode(id, answer.code, clock())
      : secondFactors.useRecoveryCode(id, answer.recoveryCode);
  });
  if (!isCorrect) throw 'code' in answer ? codeWrongError() : recoveryCodeWrongError();
  if (!('code' in answer)) mailRelay.wake();
};

export const finishWithSecondFactor = async (
  context: FinishDeps,
  secret: string | undefined,
  answer: SecondFactorAnswer,
): Promise<{ signedIn: CompletedSignIn; remembered?: string }> => {
  const { signInChallenges, rememberedBrowsers, clock } = context;
  const code = 'code' in answer ? answer.code : answer.recoveryCode;
  const challenged = await openChallenge(context, secret, code);
  const { challenge, person } = challenged;
  if (!challenge.isRepeat) {
    await useAnswer(context, challenged, answer);
    await signInChallenges.accept(challenge.secret, code, clock());
  }
  const signedIn = { person, isProof: 'code' in answer || challenge.byPassword, family: challenge.family };
  if (!answer.remember) return { signedIn };
  const remembered = newSecret();
  await rememberedBrowsers.remember(person, remembered, clock());
  return { signedIn, remembered };
};

const holderOf = ({ userId, signOuts, hash }: OpenChallenge): SetupHolder => ({
  userId,
  signOuts,
  key: hash,
  isSigningIn: true,
});

export const startSetupAtSignIn = async (
  context: FinishDeps,
  secret: string | undefined,
): Promise<TotpSetup> => {
  const { challenge, person } = await openChallenge(context, secret);
  const setup = await context.secondFactors.startSetup(holderOf(challenge), context.clock());
  return totpSetupOf(setup, person.email);
};

export const activateAtSignIn = async (
  context: FinishDeps,
  secret: string | undefined,
  code: string,
): Promise<{ signedIn: CompletedSignIn; recoveryCodes: string[] }> => {
  const { signInChallenges, secondFactors, mailRelay, clock } = context;
  const { challenge, person } = await openChallenge(context, secret, code);
  if (!challenge.isRepeat) await takeTry(context, challenge);
  const recoveryCodes = await secondFactors.activate(holderOf(challenge), code, clock());
  await signInChallenges.accept(challenge.secret, code, clock());
  mailRelay.wake();
  return { signedIn: { person, isProof: challenge.byPassword, family: challenge.family }, recoveryCodes };
};
