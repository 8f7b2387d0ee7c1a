import { randomUUID } from 'node:crypto';
import type { ProviderSignInError } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import type { Identities, SignInStatement } from '../../core/identities/identities.ts';
import type { ProviderSessions } from '../../core/identities/provider-sessions.ts';
import type { Provider } from '../../core/identities/rules/provider.ts';
import { EMAIL, EMAIL_VERIFIED, mapClaims } from '../../core/identities/rules/map-claims.ts';
import type { People } from '../../core/people/people.ts';
import { isBlocked, type Person } from '../../core/people/rules/person.ts';
import type { RefreshTokens } from '../../core/tokens/refresh-tokens.ts';
import type { IssuedTokens, Tokens } from '../../core/tokens/tokens.ts';
import type { Attempt, AttemptSecrets, AttemptAuthor } from './attempts.ts';
import type { BeginDeps } from './begin.ts';
import { exchangeCode, type ProviderIdentity } from './exchange.ts';
import { addressesOf } from './provider-addresses.ts';
import type { ProviderFailures, ProviderTests } from './provider-records.ts';
import { classifyCallback, ProviderError } from './rules/classify-error.ts';
import { describeVerdict } from './rules/describe-verdict.ts';
import { withFragment } from './rules/return-path.ts';

export interface FinishDeps extends BeginDeps {
  identities: Identities;
  providerSessions: ProviderSessions;
  providerTests: ProviderTests;
  providerFailures: ProviderFailures;
  refreshTokens: Pick<RefreshTokens, 'find' | 'prove' | 'removeFamily'>;
  people: Pick<People, 'findById'>;
  tokens: Pick<Tokens, 'issue'>;
  countProviderSignIn: (provider: string, outcome: 'signed_in' | ProviderSignInError) => void;
  log: Logger;
  clock: () => Date;
}

export interface CallbackResult {
  /** Path and fragment of the page to which the browser is redirected. */
  location: string;
  signedIn?: { person: Person; tokens: IssuedTokens; isFirst: boolean };
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

const signIn = async (
  { identities, providerSessions, refreshTokens, tokens, clock }: FinishDeps,
  statement: SignInStatement,
  { sid, authenticatedAt }: ProviderIdentity,
  { returnTo }: Attempt,
): Promise<CallbackResult> => {
  const result = await identities.signIn(statement);
  if ('error' in result) return refuse(result.error);
  const { person, identityId, isFirst } = result;
  const family = randomUUID();
  await providerSessions.add({ family, identityId, sid });
  const now = clock();
  // The first sign-in counts as a fresh proof, like a registration. For later sign-ins, the provider states when the
  // person last authenticated.
  const authenticated = authenticatedAt ? notAfter(now, authenticatedAt) : null;
  const issued = await tokens.issue(person, isFirst ? now : authenticated, family);
  if (!(await providerSessions.isCurrent(family))) {
    await refreshTokens.removeFamily({ family, userId: person.id });
    return refuse('attempt_invalid');
  }
  return {
    location: withFragment('/signed-in', { returnTo }),
    signedIn: { person, tokens: issued, isFirst },
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
  { subject }: SignInStatement,
  { authenticatedAt }: ProviderIdentity,
  { beginner, providerId, returnTo = '/account' }: AttemptFor<'link' | 'proof' | 'test'>,
): Promise<CallbackResult> => {
  const person = await requireBeginner(deps, beginner);
  const linked = await deps.linkedIdentities.find(person.id, providerId);
  const isLinked = linked.some(
    (identity) => identity.issuer === subject.issuer && identity.subject === subject.subject,
  );
  if (!isLinked || !authenticatedAt) return refuse('other_identity');
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

const claimNames = ({ claims: { institutionId, name, email, role } }: Provider): string[] =>
  [institutionId, name, email, role, email === EMAIL ? EMAIL_VERIFIED : null].filter(
    (claim) => claim !== null,
  );

const finishAttempt = async (
  deps: FinishDeps,
  { attempt, secrets }: { attempt: Attempt; secrets: AttemptSecrets },
  search: string,
): Promise<CallbackResult> => {
  const provider = await deps.providers.find(attempt.providerId);
  if (!provider || !(provider.active || attempt.purpose === 'test')) return refuse('provider_unknown');
  const error = new URLSearchParams(search).get('error');
  if (error !== null) throw classifyCallback(error);
  const currentUrl = new URL(addressesOf(deps.publicOrigins, provider.id).redirectUri);
  currentUrl.search = search;
  const again = attempt.purpose === 'link' || attempt.purpose === 'proof';
  const identity = await deps.providerClients.use(provider, (client) =>
    exchangeCode(client, currentUrl, secrets, { again, needed: claimNames(provider) }),
  );
  const { issuer, subject, claims } = identity;
  const stated = mapClaims(claims, provider.claims, provider.roleValues);
  const statement = { provider, subject: { issuer, subject }, stated };
  switch (attempt.purpose) {
    case 'sign_in':
      return signIn(deps, statement, identity, attempt);
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
  search: string,
  browser: string | undefined,
): Promise<CallbackResult> => {
  const state = new URLSearchParams(search).get('state');
  const taken =
    state === null || browser === undefined
      ? undefined
      : await deps.providerAttempts.take(providerId, state, browser);
  if (!taken) return { location: failedSignIn(providerId, 'attempt_invalid') };
  try {
    const finished = await finishAttempt(deps, taken, search);
    if (finished.signedIn) deps.countProviderSignIn(providerId, 'signed_in');
    return finished;
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      // The browser is navigating, so it is redirected to a page that explains the error.
      deps.log.error({ err: error }, 'failed to finish a sign-in at an identity provider');
      return { location: failurePath(taken.attempt, 'attempt_invalid') };
    }
    deps.countProviderSignIn(providerId, error.code);
    await deps.providerFailures.add(providerId, error.code, error.detail);
    return { location: failurePath(taken.attempt, error.code) };
  }
};
