import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SecondFactorActivation,
  SecondFactorAnswer,
  TotpSetup,
} from '@qr-attendance/contracts';
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
import {
  judgePasskey,
  passkeyInvalidError,
  passkeysPastCoolDown,
  type PasskeyUseDeps,
  requestNewPasskey,
  requestPasskey,
} from '../../core/security/use-passkeys.ts';
import type { CompletedSignIn } from '../../core/visits/visits.ts';
import { activateFactor } from './activate-factor.ts';

export interface FinishDeps extends PasskeyUseDeps {
  people: Pick<People, 'findById'>;
  secondFactors: SecondFactors;
  rememberedBrowsers: Pick<RememberedBrowsers, 'remember'>;
  signInChallenges: SignInChallenges;
  codeGuard: CodeGuard;
  wakeRelay: () => void;
  mailRelay: Worker;
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
  answer?: string,
): Promise<ChallengedPerson> => {
  const challenge = secret === undefined ? undefined : await signInChallenges.find(secret, clock(), answer);
  const person = challenge && (await people.findById(challenge.userId));
  if (!person) throw challengeExpiredError();
  refuseBlocked(person);
  if (isBlocked(person) || person.signOuts !== challenge.signOuts) throw challengeExpiredError();
  return { challenge, person };
};

const takeTry = async ({ signInChallenges, clock }: FinishDeps, { secret }: OpenChallenge): Promise<void> => {
  if (!(await signInChallenges.takeTry(secret, clock()))) throw challengeExpiredError();
};

/** The part of an answer that only its owner knows, so a repeated one is recognized. */
const keyOf = (answer: SecondFactorAnswer | SecondFactorActivation): string => {
  if ('code' in answer) return answer.code;
  if ('recoveryCode' in answer) return answer.recoveryCode;
  return 'passkey' in answer
    ? answer.passkey.response.signature
    : answer.newPasskey.response.attestationObject;
};

/** Nobody can guess the signature of a passkey, so only the tries of this sign-in are limited. */
const usePasskey = async (
  context: FinishDeps,
  { challenge, person }: ChallengedPerson,
  assertion: Extract<SecondFactorAnswer, { passkey: unknown }>['passkey'],
): Promise<{ isPastCoolDown: boolean }> => {
  await takeTry(context, challenge);
  const passkey = await judgePasskey(context, person, assertion);
  if (!passkey) throw passkeyInvalidError();
  return { isPastCoolDown: passkeysPastCoolDown({ passkeys: [passkey] }, context.clock()).length > 0 };
};

/** @returns whether the answer counts as a fresh proof */
const useAnswer = async (
  context: FinishDeps,
  challenged: ChallengedPerson,
  answer: SecondFactorAnswer,
): Promise<boolean> => {
  const { secondFactors, codeGuard, mailRelay, clock } = context;
  const { challenge, person } = challenged;
  const { id } = person;
  if (!(await secondFactors.find(id))) throw challengeExpiredError();
  if ('passkey' in answer) return (await usePasskey(context, challenged, answer.passkey)).isPastCoolDown;
  const isCorrect = await codeGuard.judge(person, async () => {
    await takeTry(context, challenge);
    return 'code' in answer
      ? secondFactors.useCode(id, answer.code, clock())
      : secondFactors.useRecoveryCode(id, answer.recoveryCode);
  });
  if (!isCorrect) throw 'code' in answer ? codeWrongError() : recoveryCodeWrongError();
  if (!('code' in answer)) mailRelay.wake();
  return 'code' in answer;
};

export const finishWithSecondFactor = async (
  context: FinishDeps,
  secret: string | undefined,
  answer: SecondFactorAnswer,
): Promise<{ signedIn: CompletedSignIn; remembered?: string }> => {
  const { signInChallenges, rememberedBrowsers, clock } = context;
  const key = keyOf(answer);
  const challenged = await openChallenge(context, secret, key);
  const { challenge, person } = challenged;
  let isProof = 'code' in answer;
  if (!challenge.isRepeat) {
    isProof = await useAnswer(context, challenged, answer);
    await signInChallenges.accept(challenge.secret, key, clock());
  }
  const signedIn = { person, isProof: isProof || challenge.byPassword, family: challenge.family };
  if (!answer.remember) return { signedIn };
  const remembered = newSecret();
  await rememberedBrowsers.remember(person, remembered, clock());
  return { signedIn, remembered };
};

export const startPasskeyAtSignIn = async (
  context: FinishDeps,
  secret: string | undefined,
  pageOrigin: string | undefined,
): Promise<PasskeyRequestOptions> =>
  requestPasskey(context, (await openChallenge(context, secret)).person, pageOrigin);

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

export const startPasskeySetupAtSignIn = async (
  context: FinishDeps,
  secret: string | undefined,
  pageOrigin: string | undefined,
): Promise<PasskeyCreationOptions> =>
  requestNewPasskey(context, (await openChallenge(context, secret)).person, pageOrigin);

export const activateAtSignIn = async (
  context: FinishDeps,
  secret: string | undefined,
  activation: SecondFactorActivation,
): Promise<{ signedIn: CompletedSignIn; recoveryCodes: string[] }> => {
  const { signInChallenges, secondFactors, clock } = context;
  const key = keyOf(activation);
  const { challenge, person } = await openChallenge(context, secret, key);
  const holder = holderOf(challenge);
  const signedIn = { person, isProof: challenge.byPassword, family: challenge.family };
  if (challenge.isRepeat && !('code' in activation))
    return { signedIn, recoveryCodes: await secondFactors.renewRecoveryCodes(holder) };
  if (!challenge.isRepeat) await takeTry(context, challenge);
  const recoveryCodes = await activateFactor(context, { person, holder }, activation);
  await signInChallenges.accept(challenge.secret, key, clock());
  return { signedIn, recoveryCodes };
};
