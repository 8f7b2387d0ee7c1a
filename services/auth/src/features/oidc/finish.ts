import { randomUUID } from 'node:crypto';
import type { ProviderSignInError } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import { DomainError } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { Identities, SignInStatement } from '../../core/identities/identities.ts';
import { issueForProvider, type ProviderSessions } from '../../core/identities/provider-sessions.ts';
import type { Provider } from '../../core/identities/rules/provider.ts';
import { EMAIL, EMAIL_VERIFIED, mapClaims } from '../../core/identities/rules/map-claims.ts';
import type { People } from '../../core/people/people.ts';
import { isBlocked, type Person } from '../../core/people/rules/person.ts';
import { hasSecondFactor } from '../../core/second-factor/rules/provider-factor.ts';
import type { FindFactorNeed, RequireSecondFactor } from '../../core/second-factor/sign-in-factor.ts';
import type { RefreshTokens } from '../../core/tokens/refresh-tokens.ts';
import type { IssuedTokens, Tokens } from '../../core/tokens/tokens.ts';
import type { Attempt, AttemptSecrets, AttemptAuthor } from './attempts.ts';
import { type AttemptStart, type BeginDeps, beginSecondFactor } from './begin.ts';
import { exchangeCode, type ProviderIdentity } from './exchange.ts';
import { addressesOf } from './provider-addresses.ts';
import { recordFailure, type RecordFailureDeps, type ProviderTests } from './provider-records.ts';
import { classifyCallback, ProviderError } from './rules/classify-error.ts';
import { describeVerdict } from './rules/describe-verdict.ts';
import { withFragment } from './rules/return-path.ts';

export interface FinishDeps extends BeginDeps, RecordFailureDeps {
  identities: Identities;
  providerSessions: ProviderSessions;
  providerTests: ProviderTests;
  refreshTokens: Pick<RefreshTokens, 'find' | 'prove' | 'removeFamily'>;
  people: Pick<People, 'findById'>;
  tokens: Pick<Tokens, 'issue'>;
  findFactorNeed: FindFactorNeed;
  requireSecondFactor: RequireSecondFactor;
  log: Logger;
  clock: () => Date;
}

export interface CallbackResult {
  /** Path and fragment of the page to which the browser is redirected. */
  location: string;
  /** The identity was linked by this sign-in, which may still lack a second factor. */
  registered?: Person;
  signedIn?: { person: Person; tokens: IssuedTokens };
  /** The sign-in continues at the provider. */
  again?: AttemptStart;
}
/** The request of the callback. */
export interface Callback {
  search: string;
  /** The secret of the browser's attempts. */
  browser: string | undefined;
  request: Request;
  response: Response;
}
type OpenCallback = Callback & { browser: string };
interface TakenAttempt {
  attempt: Attempt;
  begunAt: Date;
  secrets: AttemptSecrets;
}
type AttemptFor<Purpose> = Extract<Attempt, { purpose: Purpose }>;

const refuse = (code: ProviderSignInError): never => {
  throw new ProviderError(code);
};

const requireBeginner = async (
  { people, refreshTokens }: FinishDeps,
  { userId, generation, signOuts }: AttemptAuthor,
): Promise<Person> => {
  const [person, token] = await Promise.all([people.findById(userId), refreshTokens.find(generation)]);
  const isCurrent = token?.userId === userId && person?.signOuts === signOuts && !isBlocked(person);
  return isCurrent ? person : refuse('link_expired');
};

/** The clock of a provider can be ahead, and a proof must not outlast its time. */
const notAfter = (now: Date, moment: Date): Date => (moment > now ? now : moment);

/**
 * Asks for a code as after a password. The provider can end the sign-in before the code is entered.
 * @returns the page that asks for the code; undefined if none is needed
 */
const challenge = async (
  { requireSecondFactor }: FinishDeps,
  signedIn: { person: Person; family: string; isProof: boolean },
  { returnTo }: Attempt,
  call: OpenCallback,
): Promise<string | undefined> => {
  try {
    await requireSecondFactor(signedIn, call);
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'unauthenticated') throw error;
    const stated = JSON.stringify({ code: error.code, ...error.details });
    return withFragment('/login', { challenge: stated, returnTo });
  }
};

const signIn = async (
  deps: FinishDeps,
  statement: SignInStatement,
  { sid, authenticatedAt, acr }: ProviderIdentity,
  attempt: Attempt,
  call: OpenCallback,
): Promise<CallbackResult> => {
  const { identities, providerSessions, clock } = deps;
  const { provider } = statement;
  const result = await identities.signIn(statement);
  if ('error' in result) return refuse(result.error);
  const { person, identityId, isFirst } = result;
  const registered = isFirst ? { registered: person } : {};
  const isComplete = hasSecondFactor(provider, acr);
  const canStepUp = provider.secondFactor === 'refeds_mfa' && !attempt.asksMfa;
  const need = isComplete || !canStepUp ? undefined : await deps.findFactorNeed(person);
  // People who have a factor here are asked for that one.
  if (need && !need.factor) {
    try {
      const again = await beginSecondFactor(deps, provider, attempt, call.browser, true);
      return { ...registered, location: again.url, again };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      await recordFailure(deps, provider.id, error);
      return { ...registered, location: failedSignIn(provider.id, error.code, attempt.returnTo) };
    }
  }
  const family = randomUUID();
  await providerSessions.add({ family, identityId, sid });
  // The first sign-in counts as a fresh proof, like a registration.
  const firstFactor = { person, family, isProof: isFirst };
  const challenged = isComplete ? undefined : await challenge(deps, firstFactor, attempt, call);
  if (challenged !== undefined) return { ...registered, location: challenged };
  const now = clock();
  // For later sign-ins, the provider states when the person last authenticated.
  const authenticated = authenticatedAt ? notAfter(now, authenticatedAt) : null;
  const tokens = await issueForProvider(deps, person, isFirst ? now : authenticated, family);
  if (!tokens) return refuse('attempt_invalid');
  return {
    ...registered,
    location: withFragment('/signed-in', { returnTo: attempt.returnTo }),
    signedIn: { person, tokens },
  };
};

const link = async (
  deps: FinishDeps,
  statement: SignInStatement,
  { beginner, providerId }: AttemptFor<'link' | 'proof' | 'test'>,
): Promise<CallbackResult> => {
  const person = await requireBeginner(deps, beginner);
  const error = await deps.identities.link(person, statement);
  return error ? refuse(error) : { location: withFragment('/account', { linked: providerId }) };
};

const prove = async (
  deps: FinishDeps,
  { provider, subject }: SignInStatement,
  { authenticatedAt, acr }: ProviderIdentity,
  { beginner, providerId, returnTo = '/account', asksMfa }: AttemptFor<'link' | 'proof' | 'test'>,
): Promise<CallbackResult> => {
  const person = await requireBeginner(deps, beginner);
  const linked = await deps.linkedIdentities.find(person.id, providerId);
  const isLinked = linked.some(
    (identity) => identity.issuer === subject.issuer && identity.subject === subject.subject,
  );
  if (!isLinked || !authenticatedAt) return refuse('other_identity');
  if (asksMfa && !hasSecondFactor(provider, acr)) return refuse('mfa_missing');
  const provedAt = notAfter(deps.clock(), authenticatedAt);
  if (!(await deps.refreshTokens.prove(beginner.generation, person.id, provedAt)))
    return refuse('link_expired');
  return { location: withFragment(returnTo, { proof: 'fresh' }) };
};

const test = async (
  deps: FinishDeps,
  statement: SignInStatement,
  { claims }: ProviderIdentity,
  { beginner, providerId }: AttemptFor<'link' | 'proof' | 'test'>,
): Promise<CallbackResult> => {
  const { id } = await requireBeginner(deps, beginner);
  const verdict = await deps.identities.preview(statement);
  const result = describeVerdict(claims, statement.stated, verdict);
  const testId = await deps.providerTests.add(providerId, id, result);
  return { location: withFragment(`/admin/providers/${providerId}`, { test: testId }) };
};

/** Returns the page that shows the error, depending on the purpose of the attempt. */
const failurePath = (attempt: Attempt, error: ProviderSignInError): string => {
  const { providerId: provider, returnTo } = attempt;
  switch (attempt.purpose) {
    case 'sign_in':
      return withFragment('/login', { error, provider, returnTo });
    case 'link':
      return withFragment('/account', { error, provider });
    case 'proof':
      return withFragment(returnTo ?? '/account', { error, provider });
    case 'test':
      return withFragment(`/admin/providers/${provider}`, { error });
  }
};

export const failedSignIn = (provider: string, error: ProviderSignInError, returnTo?: string): string =>
  withFragment('/login', { error, provider, returnTo });

const secondsBetween = (start: Date, end: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - start.getTime()) / 1_000));

const claimNames = ({ claims: { institutionId, name, email, role } }: Provider): string[] =>
  [institutionId, name, email, role, email === EMAIL ? EMAIL_VERIFIED : null].filter(
    (claim) => claim !== null,
  );

const finishAttempt = async (
  deps: FinishDeps,
  { attempt, begunAt, secrets }: TakenAttempt,
  call: OpenCallback,
): Promise<CallbackResult> => {
  const { search } = call;
  const provider = await deps.providers.find(attempt.providerId);
  if (!provider || !(provider.active || attempt.purpose === 'test')) return refuse('provider_unknown');
  const error = new URLSearchParams(search).get('error');
  if (error !== null) {
    const failure = classifyCallback(error);
    if (failure.code !== 'mfa_missing' || attempt.purpose !== 'sign_in' || !attempt.asksMfa) throw failure;
    // The provider cannot ask for a second factor, so a sign-in there counts like a password.
    const again = await beginSecondFactor(deps, provider, attempt, call.browser, false);
    return { location: again.url, again };
  }
  const currentUrl = new URL(addressesOf(deps.publicOrigins, provider.id).redirectUri);
  currentUrl.search = search;
  // A sign-in at the provider from before the attempt proves nothing.
  const isAgain = attempt.purpose === 'link' || attempt.purpose === 'proof';
  const maxAge = isAgain ? secondsBetween(begunAt, deps.clock()) : undefined;
  const identity = await deps.providerClients.use(provider, (client) =>
    exchangeCode(client, currentUrl, secrets, { maxAge, needed: claimNames(provider) }),
  );
  const { issuer, subject, claims } = identity;
  const stated = mapClaims(claims, provider.claims, provider.roleValues);
  const statement = { provider, subject: { issuer, subject }, stated };
  switch (attempt.purpose) {
    case 'sign_in':
      return signIn(deps, statement, identity, attempt, call);
    case 'link':
      return link(deps, statement, attempt);
    case 'proof':
      return prove(deps, statement, identity, attempt);
    case 'test':
      return test(deps, statement, identity, attempt);
  }
};

/**
 * Finishes an attempt that this browser began at this provider. Consumes the attempt before the request to the
 * provider, so that its state and code cannot be replayed.
 */
export const finishAtProvider = async (
  deps: FinishDeps,
  providerId: string,
  call: Callback,
): Promise<CallbackResult> => {
  const { search, browser } = call;
  const state = new URLSearchParams(search).get('state');
  if (state === null || browser === undefined)
    return { location: failedSignIn(providerId, 'attempt_invalid') };
  const taken = await deps.providerAttempts.take(providerId, state, browser);
  if (!taken) return { location: failedSignIn(providerId, 'attempt_invalid') };
  try {
    const finished = await finishAttempt(deps, taken, { ...call, browser });
    if (finished.signedIn) deps.countProviderSignIn(providerId, 'signed_in');
    return finished;
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      // The browser is navigating, so it is redirected to a page that explains the error.
      deps.log.error({ err: error }, 'failed to finish a sign-in at an identity provider');
      return { location: failurePath(taken.attempt, 'attempt_invalid') };
    }
    await recordFailure(deps, providerId, error);
    return { location: failurePath(taken.attempt, error.code) };
  }
};
