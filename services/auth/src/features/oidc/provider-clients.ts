import type { Metrics } from '@qr-attendance/observability';
import { createBreaker } from '@qr-attendance/server';
import { createRemoteJWKSet, customFetch as joseFetch, type RemoteJWKSet } from 'jose';
import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import PQueue from 'p-queue';
import type { SealedSecrets } from '../../core/secrets/sealed-secrets.ts';
import type { Provider } from '../../core/identities/rules/provider.ts';
import type { ProviderFetch } from './provider-fetch.ts';
import { acceptedAlgorithms } from './rules/accepted-algorithms.ts';
import { classifyError, isTemporaryStatus, ProviderError } from './rules/classify-error.ts';

export const CLOCK_TOLERANCE_SECONDS = 60;
const REQUEST_SECONDS = 4;
const TOTAL_MS = 10_000;
/** Together with `TOTAL_MS`, the limit is below the gateway's timeout of 15 s. */
const MAX_WAIT_MS = 4_000;
const RETRY_AFTER_MS = 10_000;
const DISCOVERY_MS = 3_600_000;
/** Limits how often tokens that name an unknown key, which anybody can send, cause a request for the keys. */
export const KEYS_COOL_DOWN_MS = 500;
const MAX_PROVIDERS = 100;
/**
 * Maximum number of concurrent sign-ins per provider. A provider answers no faster if a whole hall asks at once, and each
 * request would time out. Further sign-ins wait in the order of their arrival.
 */
const MAX_AT_ONCE = 50;
/** Further sign-ins are rejected, so that a slow provider does not use up the request slots of the process. */
const MAX_WAITING = 600;

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
  maxWaitMs = MAX_WAIT_MS,
}: {
  secrets: Pick<SealedSecrets, 'open'>;
  fetch: ProviderFetch;
  metrics: Metrics;
  maxWaitMs?: number;
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
  const queues = new Map<string, PQueue>();

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
  const queueOf = (id: string): PQueue => {
    const queue = queues.get(id) ?? new PQueue({ concurrency: MAX_AT_ONCE });
    queues.set(id, queue);
    return queue;
  };
  /** Rejects work whose turn would come too late. */
  const inTurn = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const queue = queueOf(id);
    if (queue.size >= MAX_WAITING) throw new ProviderError('provider_busy');
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new ProviderError('provider_busy')), maxWaitMs);
    const start = () => {
      clearTimeout(timer);
      return work();
    };
    return queue.add(start, { signal: late.signal });
  };
  return {
    /**
     * @param waits whether the work waits for its turn among the sign-ins at this provider
     * @throws ProviderError
     */
    use: async <T>(
      provider: Provider,
      work: (client: ProviderClient) => Promise<T>,
      { waits } = { waits: true },
    ): Promise<T> => {
      const { id, version } = provider;
      const run = () =>
        breakerOf(id).run(async () =>
          work(await clients.forceFetch(`${id} ${version}`, { context: provider })),
        );
      try {
        return await (waits ? inTurn(id, run) : run());
      } catch (error) {
        throw classifyError(error);
      }
    },
    close: (): void => {
      for (const breaker of breakers.values()) breaker.shutdown();
    },
  };
};
export type ProviderClients = ReturnType<typeof createProviderClients>;
