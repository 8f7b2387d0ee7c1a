import { type Caller, hashSecret, type Suspensions } from '@qr-attendance/server';
import type { Accounts } from '../../core/accounts/accounts.ts';
import type { People } from '../../core/people/people.ts';
import type { MailLanguage } from '../../core/people/rules/language.ts';
import { isBlocked, signedOutError } from '../../core/people/rules/person.ts';
import { requirePerson } from '../../core/tokens/access-tokens.ts';
import type { RefreshTokens } from '../../core/tokens/refresh-tokens.ts';
import type { IssuedTokens, RefreshCredentials, Tokens } from '../../core/tokens/tokens.ts';
import { keepLanguage } from '../../core/visits/visits.ts';

export interface RenewalDeps {
  refreshTokens: RefreshTokens;
  accounts: Accounts;
  people: People;
  tokens: Tokens;
  clock: () => Date;
  suspensions: Suspensions;
  wakeRelay: () => void;
}

/**
 * Exchanges a refresh token for a new pair, or for the same pair again if the answer was lost. A token from
 * another browser, or one whose successor was used, ends its whole family, including access tokens.
 */
export const rotateRefreshToken = async (
  context: RenewalDeps,
  credentials: RefreshCredentials | undefined,
  language?: MailLanguage,
): Promise<IssuedTokens> => {
  if (!credentials) throw signedOutError();
  const { refreshTokens, accounts, people, tokens, clock, suspensions, wakeRelay } = context;
  const { token, browser } = credentials;
  const next = tokens.successorOf(credentials);
  const rotated = await refreshTokens.rotate(hashSecret(token), browser, next.stored, clock());
  if (rotated && 'reused' in rotated) {
    await accounts.revokeReused(rotated.reused);
    wakeRelay();
    await suspensions.refresh();
    throw signedOutError();
  }
  const person = rotated && (await people.findById(rotated.userId));
  if (person && isBlocked(person)) await refreshTokens.removeAllOf(person.id);
  if (!person || isBlocked(person)) throw signedOutError();
  // Each open page renews within minutes, and at once when its language changes.
  await keepLanguage({ people }, person, language);
  // Signing out everywhere also invalidates the tokens of this exchange.
  return tokens.pair({ ...person, signOuts: rotated.signOuts }, next, rotated);
};

/** Restarts the maximum lifetime of a sign-in whose owner has just proved who they are. */
export const extendSignIn = async (
  { refreshTokens, clock }: Pick<RenewalDeps, 'refreshTokens' | 'clock'>,
  { id, generation }: Pick<Caller, 'id' | 'generation'>,
): Promise<void> => {
  if (!(await refreshTokens.extend(generation, id, clock()))) throw signedOutError();
};

export const revokeRefreshToken = async (
  { refreshTokens }: Pick<RenewalDeps, 'refreshTokens'>,
  credentials: RefreshCredentials | undefined,
): Promise<void> => {
  const stored = credentials ? await refreshTokens.find(hashSecret(credentials.token)) : null;
  if (stored) await refreshTokens.removeFamily(stored);
};

export const signOutEverywhere = async (
  context: Pick<RenewalDeps, 'people' | 'accounts' | 'suspensions' | 'wakeRelay'>,
  caller: Parameters<typeof requirePerson>[1],
): Promise<void> => {
  await requirePerson(context, caller);
  await context.accounts.signOutEverywhere(caller.id);
  context.wakeRelay();
  await context.suspensions.refresh();
};

/** This sign-in gets a new access token at its next renewal. */
export const signOutElsewhere = async (
  context: Pick<RenewalDeps, 'people' | 'accounts' | 'suspensions' | 'wakeRelay'>,
  caller: Caller,
): Promise<void> => {
  await requirePerson(context, caller);
  await context.accounts.signOutElsewhere(caller.id, caller.claims.gen);
  context.wakeRelay();
  await context.suspensions.refresh();
};
