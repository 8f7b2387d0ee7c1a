import type { SecondFactor, SecondFactorActivation, TotpSetup } from '@qr-attendance/contracts';
import { type Caller, forbidden } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { isBlocked, passkeysOf, type Person, signedOutError } from '../../core/people/rules/person.ts';
import type { CodeGuard } from '../../core/second-factor/guard-codes.ts';
import type { RememberedBrowsers } from '../../core/second-factor/remembered-browsers.ts';
import { isRequiredOf, type SecondFactorRequirement } from '../../core/second-factor/rules/requirement.ts';
import { totpSetupOf } from '../../core/second-factor/rules/totp.ts';
import {
  codeWrongError,
  noSecondFactorError,
  type SecondFactors,
  type SetupHolder,
} from '../../core/second-factor/second-factors.ts';
import type { RefreshTokens } from '../../core/tokens/refresh-tokens.ts';
import type { Tokens } from '../../core/tokens/tokens.ts';
import { activateFactor, type ActivationDeps } from './activate-factor.ts';

export interface ManageDeps extends ActivationDeps {
  people: Pick<People, 'findById'>;
  secondFactors: SecondFactors;
  rememberedBrowsers: RememberedBrowsers;
  secondFactorRequirement: SecondFactorRequirement;
  codeGuard: CodeGuard;
  tokens: Pick<Tokens, 'prove'>;
  refreshTokens: Pick<RefreshTokens, 'find'>;
}

const findMe = async (
  { people }: Pick<ManageDeps, 'people'>,
  { id }: Pick<Caller, 'id'>,
): Promise<Person> => {
  const person = await people.findById(id);
  if (!person || isBlocked(person)) throw signedOutError();
  return person;
};

export const getSecondFactor = async (context: ManageDeps, caller: Caller): Promise<SecondFactor> => {
  const { secondFactors, rememberedBrowsers, secondFactorRequirement, clock } = context;
  const person = await findMe(context, caller);
  const [factor, remembered] = await Promise.all([
    secondFactors.read(person.id),
    rememberedBrowsers.count(person, clock()),
  ]);
  return {
    isActive: factor !== undefined,
    since: factor?.since.toISOString() ?? null,
    hasApp: factor?.hasApp ?? false,
    passkeys: passkeysOf(person),
    recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
    isRequired: isRequiredOf(secondFactorRequirement, person.details.userType),
    rememberedBrowsers: remembered,
  };
};

/** The family of a sign-in stays the same when its tokens are renewed. */
const holderOf = async (
  { refreshTokens }: Pick<ManageDeps, 'refreshTokens'>,
  { id, claims }: Caller,
): Promise<SetupHolder> => ({
  userId: id,
  signOuts: claims.signOuts,
  key: (await refreshTokens.find(claims.gen))?.family ?? claims.gen,
  isSigningIn: false,
});

export const startSecondFactor = async (context: ManageDeps, caller: Caller): Promise<TotpSetup> => {
  const { email } = await findMe(context, caller);
  return totpSetupOf(
    await context.secondFactors.startSetup(await holderOf(context, caller), context.clock()),
    email,
  );
};

export const activateSecondFactor = async (
  context: ManageDeps,
  caller: Caller,
  activation: SecondFactorActivation,
): Promise<string[]> => {
  const person = await findMe(context, caller);
  return activateFactor(context, { person, holder: await holderOf(context, caller) }, activation);
};

export const renewRecoveryCodes = async (context: ManageDeps, caller: Caller): Promise<string[]> => {
  await findMe(context, caller);
  const codes = await context.secondFactors.renewRecoveryCodes(await holderOf(context, caller));
  context.mailRelay.wake();
  return codes;
};

export const removeSecondFactor = async (context: ManageDeps, caller: Caller): Promise<void> => {
  const { details } = await findMe(context, caller);
  if (isRequiredOf(context.secondFactorRequirement, details.userType))
    throw forbidden(
      'second_factor_required_here',
      'Your institution requires a second factor. You can only replace it.',
    );
  await context.secondFactors.remove(await holderOf(context, caller));
  context.mailRelay.wake();
};

export const removeAuthenticatorApp = async (context: ManageDeps, caller: Caller): Promise<void> => {
  await findMe(context, caller);
  await context.secondFactors.removeApp(await holderOf(context, caller));
  context.mailRelay.wake();
};

export const forgetRememberedBrowsers = async (
  context: ManageDeps,
  caller: Caller,
): Promise<SecondFactor> => {
  await context.rememberedBrowsers.forgetAll(caller.id);
  return getSecondFactor(context, caller);
};

export const proveBySecondFactor = async (
  { secondFactors, codeGuard, tokens, clock }: ManageDeps,
  caller: Caller,
  code: string,
): ReturnType<Tokens['prove']> => {
  if (!(await secondFactors.find(caller.id))?.hasApp) throw noSecondFactorError();
  const now = clock();
  const { sub: id, signOuts } = caller.claims;
  if (!(await codeGuard.judge({ id, signOuts }, () => secondFactors.useCode(id, code, now))))
    throw codeWrongError();
  return tokens.prove(caller, now);
};
