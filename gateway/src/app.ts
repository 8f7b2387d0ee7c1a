import { allRoutes } from '@qr-attendance/contracts';
import {
  countShed,
  createMetrics,
  errorHandler,
  healthRoutes,
  measureRequests,
  requestLog,
  shedLoad,
  traceRequests,
  unknownPath,
  type Logger,
  type Metrics,
} from '@qr-attendance/service-kit';
import express, { type Express } from 'express';
import type { GatewayConfig } from './config.ts';
import { documentationRoutes } from './docs/routes.ts';
import { browserReports } from './http/browser-reports.ts';
import { compress } from './http/compress.ts';
import { refusePathTricks } from './http/path-tricks.ts';
import { rateLimits } from './http/rate-limits.ts';
import { readBody } from './http/read-body.ts';
import { dataPolicy, securityHeaders } from './http/security-headers.ts';
import { trackStreams } from './proxy/open-streams.ts';
import { proxyTo } from './proxy/proxy-to.ts';
import { serveRemotes } from './static/remotes.ts';
import { serveShell, shellChecks } from './static/shell.ts';
import { upstreamsOf } from './upstreams/index.ts';

/** One upstream that hangs may hold this share of the requests under way, and no more. */
const SHARE_OF_ONE = 0.5;

const publicRoutes = allRoutes.filter(({ access }) => access !== 'internal');

/** The only public door: the API by upstream, then the web app. */
export const createGateway = (
  config: GatewayConfig,
  log: Logger,
  metrics: Metrics = createMetrics('gateway'),
): { app: Express; endStreams: () => void; close: () => void } => {
  const streams = trackStreams();
  const onShed = countShed(metrics);
  const proxies = upstreamsOf(config).map((upstream) =>
    proxyTo(upstream, {
      timeoutMs: config.UPSTREAM_TIMEOUT_MS,
      maxRequests: Math.ceil(config.MAX_REQUESTS * SHARE_OF_ONE),
      streams,
      metrics,
      onShed: onShed(upstream.name),
      log,
    }),
  );

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.TRUST_PROXY ?? false);
  app.use('/api', traceRequests(publicRoutes));
  app.use(requestLog(log));
  app.use(securityHeaders);
  // An upstream that is down must not take the gateway out of rotation, so it is not asked.
  app.use(healthRoutes(shellChecks(config)));
  app.use(measureRequests(metrics, publicRoutes));
  app.use(shedLoad(config.MAX_REQUESTS, onShed('process')));
  app.use(refusePathTricks);
  app.use(compress());

  app.use(['/api', '/internal'], dataPolicy);
  app.use(documentationRoutes());
  app.use('/api', rateLimits(config));
  app.use('/api', readBody(config.BODY_LIMIT));
  app.use(browserReports({ log, metrics }));
  for (const { handler } of proxies) app.use(handler);
  app.use(['/api', '/internal'], unknownPath);

  app.use(serveRemotes(config, log));
  app.use(serveShell(config));
  app.use(unknownPath);
  app.use(errorHandler(log));

  return { app, endStreams: streams.endAll, close: () => proxies.forEach((proxy) => proxy.close()) };
};
