import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createApp,
  gatewayTokenOf,
  type Implementation,
  createAuthorize,
  type ReadyChecks,
  requestLimitFor,
  type Suspensions,
} from '@qr-attendance/server';
import type { ServiceConfig } from '../bus/service-config.ts';

/** Only programs on the same machine can reach a loopback address. */
const isLoopback = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host);

/**
 * `createApp` with the access check, the request limit and the readiness checks that all services share: the
 * database answers and suspensions are loaded.
 * @param publicKeys of ACCESS_TOKEN_PUBLIC_KEYS, read before connecting, so that an invalid value prevents
 * the start
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
    maxRequests: config.MAX_REQUESTS ?? requestLimitFor(config.DATABASE_POOL_SIZE),
    ready: { database: pingDatabase, suspensions: suspensions.ready },
    routes,
  });
};
