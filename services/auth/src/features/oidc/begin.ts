import { type Caller, DomainError, notFound } from '@qr-attendance/server';
import type { LinkedIdentities } from '../../core/identities/linked-identities.ts';
import type { Providers } from '../../core/identities/providers.ts';
import type { Provider } from '../../core/identities/rules/provider.ts';
import type { Attempt, Attempts, AttemptAuthor } from './attempts.ts';
import { provesBySecondFactor } from '../../core/second-factor/rules/provider-factor.ts';
import type { SecondFactorRequirement } from '../../core/second-factor/rules/requirement.ts';
import { buildStartUrl } from './exchange.ts';
import { addressesOf } from './provider-addresses.ts';
import type { ProviderClients } from './provider-clients.ts';
import { ProviderError } from './rules/classify-error.ts';
import { readReturnPath } from './rules/return-path.ts';

export interface BeginDeps {
  providers: Providers;
  providerAttempts: Attempts;
  providerClients: ProviderClients;
  linkedIdentities: LinkedIdentities;
  secondFactorRequirement: SecondFactorRequirement;
  publicOrigins: string[];
}

export interface AttemptStart {
  url: string;
  /** The value of the cookie that binds the attempt to the browser. */
  browser: string;
  expiresAt: Date;
}

const begin = async (
  { providerAttempts, providerClients, publicOrigins }: BeginDeps,
  provider: Provider,
  attempt: Attempt,
  browser?: string,
  { waits, asksMfa } = { waits: true, asksMfa: attempt.asksMfa },
): Promise<AttemptStart> => {
  // Obtains the client first, so that only failures of the provider are counted as such.
  const client = await providerClients.use(provider, (found) => Promise.resolve(found), { waits });
  const { secrets, ...begun } = await providerAttempts.begin(attempt, browser);
  const { redirectUri } = addressesOf(publicOrigins, provider.id);
  const again = attempt.purpose === 'link' || attempt.purpose === 'proof';
  return {
    url: await buildStartUrl(client, { scopes: provider.scopes, redirectUri, again, asksMfa }, secrets),
    ...begun,
  };
};

/** @throws ProviderError */
export const beginSignIn = async (
  deps: BeginDeps,
  providerId: string,
  returnTo: string | undefined,
  browser: string | undefined,
): Promise<AttemptStart> => {
  const provider = await deps.providers.find(providerId);
  if (!provider?.active) throw new ProviderError('provider_unknown');
  return begin(
    deps,
    provider,
    { purpose: 'sign_in', providerId, returnTo: readReturnPath(returnTo), asksMfa: false },
    browser,
  );
};

/**
 * Goes to the provider again for the second factor that a sign-in lacks; after the provider has refused to ask for one,
 * without that request. The provider still knows the browser, so it need not ask for the password again. The sign-in
 * has waited for its turn before, and the gateway does not wait for a second turn.
 */
export const beginSecondFactor = (
  deps: BeginDeps,
  provider: Provider,
  { returnTo }: Pick<Attempt, 'returnTo'>,
  browser: string,
  asksMfa: boolean,
): Promise<AttemptStart> =>
  begin(deps, provider, { purpose: 'sign_in', providerId: provider.id, returnTo, asksMfa: true }, browser, {
    waits: false,
    asksMfa,
  });

const authorOf = ({ id, generation, claims }: Caller): AttemptAuthor => ({
  userId: id,
  generation,
  signOuts: claims.signOuts,
});

const providerUnavailableError = () =>
  new DomainError(
    'unavailable',
    'provider_unavailable',
    'The identity provider does not answer. Try again in a moment.',
  );

/** For requests from a page, which displays the error itself. */
const beginForPage = async (deps: BeginDeps, provider: Provider, attempt: Attempt): Promise<AttemptStart> => {
  try {
    return await begin(deps, provider, attempt);
  } catch (error) {
    throw error instanceof ProviderError ? providerUnavailableError() : error;
  }
};

const findActive = async ({ providers }: BeginDeps, id: string): Promise<Provider> => {
  const provider = await providers.find(id);
  if (!provider?.active) throw notFound('Identity provider');
  return provider;
};

/** Requires a recent re-authentication here, and then a sign-in at the provider. */
export const beginLink = async (
  deps: BeginDeps,
  caller: Caller,
  providerId: string,
): Promise<AttemptStart> => {
  const provider = await findActive(deps, providerId);
  return beginForPage(deps, provider, {
    purpose: 'link',
    providerId,
    returnTo: undefined,
    asksMfa: false,
    beginner: authorOf(caller),
  });
};

export const beginProof = async (
  deps: BeginDeps,
  caller: Caller,
  providerId: string,
  returnTo: string,
): Promise<AttemptStart> => {
  const provider = await findActive(deps, providerId);
  const linked = await deps.linkedIdentities.find(caller.id, providerId);
  if (linked.length === 0) throw notFound('Sign-in');
  const path = readReturnPath(returnTo);
  return beginForPage(deps, provider, {
    purpose: 'proof',
    providerId,
    returnTo: path,
    asksMfa: provesBySecondFactor(provider, deps.secondFactorRequirement, caller.userType),
    beginner: authorOf(caller),
  });
};

/** The provider may still be inactive. A second factor is asked for, so that the result shows whether it is stated. */
export const beginTest = async (deps: BeginDeps, caller: Caller, provider: Provider): Promise<AttemptStart> =>
  beginForPage(deps, provider, {
    purpose: 'test',
    providerId: provider.id,
    returnTo: undefined,
    asksMfa: provider.secondFactor === 'refeds_mfa',
    beginner: authorOf(caller),
  });
