import type { Server } from 'node:http';
import { allRoutes } from '@qr-attendance/contracts';
import { createMetrics, type Logger, type Metrics } from '@qr-attendance/observability';
import {
  countShedRequests,
  errorHandler,
  healthRoutes,
  composeMiddleware,
  measureRequests,
  requestLog,
  shedLoad,
  traceRequests,
  notFoundHandler,
} from '@qr-attendance/server';
import express, { type Express } from 'express';
import { identifyClients } from './clients/identify.ts';
import type { GatewayConfig } from './config.ts';
import { documentationRoutes } from './docs/routes.ts';
import { clientTelemetry } from './http/client-telemetry.ts';
import { compress } from './proxy/compress.ts';
import { rejectAmbiguousPaths } from './http/reject-ambiguous-paths.ts';
import { onlyUnder } from './http/request-path.ts';
import { readBody } from './limits/read-body.ts';
import { securityHeaders } from './http/security-headers.ts';
import { limitConcurrency, limitStreams } from './limits/at-once.ts';
import { createOpenBodies, type BodyLimits } from './limits/open-bodies.ts';
import { rateLimits } from './limits/rate-limits.ts';
import { createLimitCounters } from './limits/refuse.ts';
import { reserveSlots } from './clients/reserve-slots.ts';
import { createConnectionWatcher } from './limits/watch-connections.ts';
import { trackStreams } from './proxy/open-streams.ts';
import { proxyTo } from './proxy/proxy-to.ts';
import { createRemotes } from './static/remotes.ts';
import { serveShell, shellChecks } from './static/shell.ts';
import { upstreamsOf } from './proxy/upstreams.ts';

const MAX_UPSTREAM_SHARE = 0.5;

const maxPerClient = ({ MAX_REQUESTS }: GatewayConfig): number => Math.max(16, MAX_REQUESTS / 10);

const bodyLimitsOf = (config: GatewayConfig): BodyLimits => ({
  max: config.MAX_BODIES,
  maxPerAddress: config.MAX_BODIES_ADDRESS,
  maxBytes: config.MAX_BODY_MEGABYTES * 1_048_576,
  bytesPerSecond: config.BODY_BYTES_PER_SECOND,
  graceMs: config.BODY_GRACE_MS,
});

const API = ['/api'];

const publicRoutes = allRoutes.filter(({ access }) => access !== 'internal');

export const createGateway = (
  config: GatewayConfig,
  log: Logger,
  metrics: Metrics = createMetrics('gateway'),
): { app: Express; watchServer: (server: Server) => void; endStreams: () => void; close: () => void } => {
  const streams = trackStreams();
  const limits = createLimitCounters(metrics, log);
  const bodies = createOpenBodies(bodyLimitsOf(config), metrics);
  const onShed = countShedRequests(metrics);
  const proxies = upstreamsOf(config).map((upstream) =>
    proxyTo(upstream, {
      timeoutMs: config.UPSTREAM_TIMEOUT_MS,
      gatewayToken: config.GATEWAY_TOKEN,
      maxRequests: Math.ceil(config.MAX_REQUESTS * MAX_UPSTREAM_SHARE),
      streams,
      metrics,
      onShed: onShed(upstream.name),
      log,
    }),
  );

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.TRUST_PROXY ?? false);
  app.use(
    composeMiddleware(
      onlyUnder(API, traceRequests(publicRoutes)),
      requestLog(log),
      securityHeaders,
      // Upstreams are not checked: an unavailable upstream must not take the gateway out of rotation.
      healthRoutes(shellChecks(config)),
      measureRequests(metrics, publicRoutes),
      rejectAmbiguousPaths,
      onlyUnder(
        API,
        composeMiddleware(
          identifyClients(config, log),
          rateLimits(config, limits),
          limitStreams(config.MAX_STREAMS_ADDRESS, limits.refused('streams_address')),
          limitConcurrency(maxPerClient(config), limits.refused('client_at_once')),
          // A request takes a slot only after its body has arrived, so that slow uploads hold no slots.
          readBody(config.BODY_LIMIT, bodies),
        ),
      ),
      compress,
      shedLoad(
        config.MAX_REQUESTS,
        onShed('process'),
        reserveSlots(config.MAX_REQUESTS, ['scan', 'mark', 'renewal']),
      ),
      documentationRoutes(),
      clientTelemetry({ log, metrics }),
      ...proxies.map(({ handler }) => handler),
    ),
  );
  app.use(onlyUnder(['/api', '/internal'], notFoundHandler));

  const remotes = createRemotes(config, log);
  app.use(remotes.router);
  app.use(serveShell(config, remotes.inline));
  app.use(notFoundHandler);
  app.use(errorHandler(log));

  return {
    app,
    watchServer: createConnectionWatcher(app, config, metrics),
    endStreams: streams.endAll,
    close: () => {
      bodies.stop();
      proxies.forEach((proxy) => proxy.close());
    },
  };
};
