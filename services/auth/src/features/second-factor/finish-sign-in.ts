import type { SecondFactorAnswer, TotpSetup } from '@qr-attendance/contracts';
import { DomainError, invalid, newSecret, type Worker } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { isBlocked, type Person, refuseBlocked } from '../../core/people/rules/person.ts';
import type { CodeGuard } from '../../core/second-factor/guard-codes.ts';
import type { RememberedBrowsers } from '../../core/second-factor/remembered-browsers.ts';
import { totpSetupOf } from '../../core/second-factor/rules/totp.ts';
import { codeWrong, type SecondFactors } from '../../core/second-factor/second-factors.ts';
import type { SignInChallenge, SignInChallenges } from '../../core/second-factor/sign-in-challenges.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';
import type { GuardPassword } from '../../core/sign-in-limits/wrong-passwords.ts';
import type { CompletedSignIn } from '../../core/visits/visits.ts';

export interface FinishDeps {
  people: Pick<People, 'findById'>;
  secondFactors: SecondFactors;
  rememberedBrowsers: Pick<RememberedBrowsers, 'remember'>;
  signInChallenges: SignInChallenges;
  codeGuard: CodeGuard;
  guard: Pick<GuardPassword, 'trust'>;
  mailRelay: Worker;
  clock: () => Date;
}

const expired = () =>
  new DomainError(
    'unauthenticated',
    'second_factor_expired',
    'This sign-in has expired. Please sign in again.',
  );
const recoveryCodeWrong = () =>
  invalid('recovery_code_wrong', 'This recovery code is wrong or was already used. Enter another one.');

interface Challenged {
  challenge: SignInChallenge;
  person: Person;
}

/** A sign-out everywhere, and thus a new password, also ends unfinished sign-ins. */
const findPerson = async (
  { people }: Pick<FinishDeps, 'people'>,
  challenge: SignInChallenge | undefined,
): Promise<Challenged> => {
  const person = challenge && (await people.findById(challenge.userId));
  if (!person) throw expired();
  refuseBlocked(person);
  if (isBlocked(person) || person.signOuts !== challenge.signOuts) throw expired();
  return { challenge, person };
};

const complete = async (
  { signInChallenges, guard }: FinishDeps,
  { challenge, person }: Challenged,
  { visit, isProof }: { visit: Visit; isProof: boolean },
): Promise<CompletedSignIn> => {
  await signInChallenges.remove(challenge.hash);
  return { person, browser: await guard.trust(person.id, visit), isProof };
};

const judge = (
  { secondFactors, codeGuard, clock }: FinishDeps,
  { id }: Person,
  answer: SecondFactorAnswer,
): Promise<boolean> =>
  codeGuard.judge(id, () =>
    'code' in answer
      ? secondFactors.useCode(id, answer.code, clock())
      : secondFactors.useRecoveryCode(id, answer.recoveryCode),
  );

export const finishWithSecondFactor = async (
  context: FinishDeps,
  secret: string | undefined,
  answer: SecondFactorAnswer,
  visit: Visit,
): Promise<{ signedIn: CompletedSignIn; remembered?: string }> => {
  const { signInChallenges, secondFactors, rememberedBrowsers, mailRelay, clock } = context;
  const challenge = secret === undefined ? undefined : await signInChallenges.takeTry(secret, clock());
  const challenged = await findPerson(context, challenge);
  const { person } = challenged;
  if (!(await secondFactors.isActive(person.id))) throw expired();
  const isCode = 'code' in answer;
  if (!(await judge(context, person, answer))) throw isCode ? codeWrong() : recoveryCodeWrong();
  if (!isCode) mailRelay.wake();
  const isProof = isCode || challenged.challenge.byPassword;
  const signedIn = await complete(context, challenged, { visit, isProof });
  if (!answer.remember) return { signedIn };
  const remembered = newSecret();
  await rememberedBrowsers.remember(person, remembered, clock());
  return { signedIn, remembered };
};

export const startSetupAtSignIn = async (
  context: FinishDeps,
  secret: string | undefined,
): Promise<TotpSetup> => {
  const challenge =
    secret === undefined ? undefined : await context.signInChallenges.find(secret, context.clock());
  const { person } = await findPerson(context, challenge);
  return totpSetupOf(await context.secondFactors.startSetup(person.id, { mayReplace: false }), person.email);
};

export const activateAtSignIn = async (
  context: FinishDeps,
  secret: string | undefined,
  code: string,
  visit: Visit,
): Promise<{ signedIn: CompletedSignIn; recoveryCodes: string[] }> => {
  const { signInChallenges, secondFactors, mailRelay, clock } = context;
  const challenge = secret === undefined ? undefined : await signInChallenges.takeTry(secret, clock());
  const challenged = await findPerson(context, challenge);
  const options = { mayReplace: false, now: clock() };
  const recoveryCodes = await secondFactors.activate(challenged.person.id, code, options);
  mailRelay.wake();
  const isProof = challenged.challenge.byPassword;
  return { signedIn: await complete(context, challenged, { visit, isProof }), recoveryCodes };
};
