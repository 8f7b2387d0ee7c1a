import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createApp,
  gatewayTokenOf,
  type Implementation,
  createAuthorize,
  type ReadyChecks,
  requestsFor,
  type Suspensions,
} from '@qr-attendance/server';
import type { ServiceConfig } from '../bus/service-config.ts';

/** A service that listens there is reached by programs of its own machine alone, such as the gateway. */
const isLoopback = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host);

/**
 * A service's HTTP app: `createApp` with the access check, the limit of requests and the readiness that all services
 * share. It is ready once its database answers and it knows who is suspended.
 * @param publicKeys of ACCESS_TOKEN_PUBLIC_KEYS, read before anything connects, as a bad value must stop the start
 */
export const createServiceApp = (
  config: ServiceConfig,
  {
    publicKeys,
    suspensions,
    pingDatabase,
    routes,
    log,
    metrics,
  }: {
    publicKeys: Parameters<typeof createAuthorize>[0]['publicKeys'];
    suspensions: Suspensions;
    pingDatabase: ReadyChecks[string];
    routes: Implementation[];
    log: Logger;
    metrics: Metrics;
  },
): ReturnType<typeof createApp> => {
  const internalTokens = [config.INTERNAL_TOKEN, ...config.INTERNAL_TOKENS_ACCEPTED];
  return createApp({
    log,
    metrics,
    authorize: createAuthorize({ publicKeys, internalTokens, suspensions }),
    gatewayTokens: isLoopback(config.HOST) ? undefined : internalTokens.map(gatewayTokenOf),
    maxRequests: config.MAX_REQUESTS ?? requestsFor(config.DATABASE_POOL_SIZE),
    ready: { database: pingDatabase, suspensions: suspensions.ready },
    routes,
  });
};
