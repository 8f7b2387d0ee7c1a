import type { Metrics } from '@qr-attendance/observability';
import { createBreaker } from '@qr-attendance/server';
import { createRemoteJWKSet, customFetch as joseFetch, type RemoteJWKSet } from 'jose';
import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import type { SealedSecrets } from '../../core/secrets/sealed-secrets.ts';
import type { Provider } from '../../core/identities/rules/provider.ts';
import type { ProviderFetch } from './provider-fetch.ts';
import { acceptedAlgorithms } from './rules/accepted-algorithms.ts';
import { classifyError, isTemporaryStatus, ProviderError } from './rules/classify-error.ts';

export const CLOCK_TOLERANCE_SECONDS = 60;
const REQUEST_SECONDS = 4;
/** The limit is below the gateway's timeout of 15 s. */
const TOTAL_MS = 10_000;
const RETRY_AFTER_MS = 10_000;
const DISCOVERY_MS = 3_600_000;
/** Limits how often tokens that name an unknown key, which anybody can send, cause a request for the keys. */
export const KEYS_COOL_DOWN_MS = 500;
const MAX_PROVIDERS = 100;
/**
 * Maximum number of concurrent sign-ins per provider, so that a slow provider does not use up the request slots of the
 * process.
 */
const MAX_AT_ONCE = 150;

export interface ProviderClient {
  configuration: client.Configuration;
  /** Exactly as the provider states it in its metadata and tokens. */
  issuer: string;
  keys: RemoteJWKSet;
}

type DiscoveryInput = Pick<Provider, 'issuer' | 'clientId'> & { secret?: string | undefined };

const sameIssuer = (one: string, other: string): boolean => URL.parse(one)?.href === URL.parse(other)?.href;

/** Replaced keys are found, because an unknown key causes another request. */
const createKeys = (url: URL, fetch: ProviderFetch): RemoteJWKSet =>
  createRemoteJWKSet(url, {
    timeoutDuration: REQUEST_SECONDS * 1_000,
    cooldownDuration: KEYS_COOL_DOWN_MS,
    [joseFetch]: async (address, init) => {
      const response = await fetch(address, init);
      if (isTemporaryStatus(response.status))
        throw new ProviderError('provider_unavailable', `HTTP ${response.status}`);
      return response;
    },
  });

export const discover = async (
  { issuer, clientId, secret }: DiscoveryInput,
  fetch: ProviderFetch,
): Promise<ProviderClient> => {
  if (!fetch.isAllowed(issuer)) throw new ProviderError('provider_invalid', 'insecure');
  const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const options = {
    timeout: REQUEST_SECONDS,
    [client.customFetch]: fetch as client.CustomFetch,
    execute: insecure,
  };
  const discovered = await client.discovery(new URL(issuer), clientId, undefined, client.None(), options);
  const { supportsPKCE: _supportsPKCE, ...metadata } = discovered.serverMetadata();
  // An issuer template, such as Microsoft's for all tenants, would accept tokens of any tenant.
  if (!sameIssuer(metadata.issuer, issuer)) throw new ProviderError('provider_invalid', 'other issuer');
  const accepted = acceptedAlgorithms(metadata.id_token_signing_alg_values_supported);
  if (accepted.length === 0) throw new ProviderError('provider_invalid', 'no algorithm');
  if (metadata.jwks_uri === undefined) throw new ProviderError('provider_invalid', 'no keys');
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authenticate = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic
    : client.ClientSecretPost;
  const configuration = new client.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: accepted },
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    secret === undefined ? client.None() : authenticate(secret),
  );
  configuration.timeout = REQUEST_SECONDS;
  configuration[client.customFetch] = fetch as client.CustomFetch;
  for (const allow of insecure) allow(configuration);
  return { configuration, issuer: metadata.issuer, keys: createKeys(new URL(metadata.jwks_uri), fetch) };
};

/**
 * Clients of discovered providers, each behind a breaker: while a provider does not respond, its sign-ins fail at once.
 * Password sign-ins never wait for a provider.
 */
export const createProviderClients = ({
  secrets,
  fetch,
  metrics,
}: {
  secrets: SealedSecrets;
  fetch: ProviderFetch;
  metrics: Metrics;
}) => {
  // The cache key contains the provider's version, so every replica repeats the discovery after a change. If a repeated
  // discovery fails, the last one stays in use.
  const clients = new LRUCache<string, ProviderClient, Provider>({
    max: MAX_PROVIDERS,
    ttl: DISCOVERY_MS,
    allowStaleOnFetchRejection: true,
    fetchMethod: (_key, _stale, { context: provider }) => {
      const secret = provider.clientSecret === null ? undefined : secrets.open(provider.clientSecret);
      return discover({ ...provider, secret }, fetch);
    },
  });
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  // The capacity of the breaker would count each rejected sign-in as a response from the provider.
  const inProgress = new Map<string, number>();

  const breakerOf = (id: string) => {
    const breaker =
      breakers.get(id) ??
      createBreaker('providers', {
        name: `provider-${id}`,
        metrics,
        resetMs: RETRY_AFTER_MS,
        timeoutMs: TOTAL_MS,
        isIgnored: (error) => classifyError(error).code !== 'provider_unavailable',
      });
    breakers.set(id, breaker);
    return breaker;
  };
  return {
    /** @throws ProviderError */
    use: async <T>(provider: Provider, work: (client: ProviderClient) => Promise<T>): Promise<T> => {
      const { id, version } = provider;
      const others = inProgress.get(id) ?? 0;
      if (others >= MAX_AT_ONCE) throw new ProviderError('provider_busy');
      inProgress.set(id, others + 1);
      try {
        return await breakerOf(id).run(async () =>
          work(await clients.forceFetch(`${id} ${version}`, { context: provider })),
        );
      } catch (error) {
        throw classifyError(error);
      } finally {
        inProgress.set(id, (inProgress.get(id) ?? 1) - 1);
      }
    },
    close: (): void => {
      for (const breaker of breakers.values()) breaker.shutdown();
    },
  };
};
export type ProviderClients = ReturnType<typeof createProviderClients>;
