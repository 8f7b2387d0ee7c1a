import express, { Router, type Express } from 'express';
import { POOL_SIZE } from '../db/pool.ts';
import type { Authorize } from '../identity/caller.ts';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { countShedRequests, measureRequests } from './measure-requests.ts';
import { traceRequests } from './trace-requests.ts';
import { trustGatewayOnly } from './client-address.ts';
import { errorHandler, notFoundHandler } from './error-handler.ts';
import { healthRoutes, type ReadyChecks } from './health.ts';
import type { Implementation } from './implement.ts';
import { readJson } from './raw-body.ts';
import { createQueue } from '../limits/queues.ts';
import { composeMiddleware } from './compose-middleware.ts';
import { requestLog } from './request-log.ts';
import { requestLimitFor, shedLoad } from './shed-load.ts';

const BODY_LIMIT = '256kb';

export const createApp = ({
  log,
  authorize,
  routes,
  ready,
  maxRequests,
  metrics,
  gatewayTokens,
}: {
  log: Logger;
  authorize: Authorize;
  routes: Implementation[];
  ready: ReadyChecks;
  /** Maximum number of concurrent requests; the default fits the default connection pool. */
  maxRequests?: number | undefined;
  metrics?: Metrics | undefined;
  /**
   * `X-Forwarded-For` is trusted only in requests with one of these tokens; without this option in all
   * requests.
   */
  gatewayTokens?: readonly string[] | undefined;
}): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (gatewayTokens) trustGatewayOnly(app, gatewayTokens);
  const contracts = routes.map(({ route }) => route);
  app.use(
    composeMiddleware(
      traceRequests(contracts),
      requestLog(log),
      healthRoutes(ready),
      ...(metrics ? [measureRequests(metrics, contracts)] : []),
      shedLoad(maxRequests ?? requestLimitFor(POOL_SIZE), metrics && countShedRequests(metrics)('process')),
      readJson(BODY_LIMIT),
    ),
  );
  const router = Router();
  const costlyReads = createQueue('costly_reads');
  for (const route of routes) route.mount(router, authorize, costlyReads);
  app.use(router);
  app.use(notFoundHandler);
  app.use(errorHandler(log));
  return app;
};
