import { Router, type RequestHandler } from 'express';
import pTimeout from 'p-timeout';
import { forPath } from './compose-middleware.ts';

export type ReadyChecks = Record<string, () => Promise<unknown>>;

const CHECK_TIMEOUT_MS = 3_000;

const isReady = (check: () => Promise<unknown>): Promise<boolean> =>
  pTimeout(check(), { milliseconds: CHECK_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );

/**
 * `/healthz`: the process is running. `/readyz`: all checks pass; otherwise 503 with the names of the failed checks.
 */
export const healthRoutes = (checks: ReadyChecks): RequestHandler => {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const names = Object.keys(checks);
    const results = await Promise.all(Object.values(checks).map(isReady));
    const waitingFor = names.filter((_name, index) => !results[index]);
    if (waitingFor.length === 0) response.json({ status: 'ready' });
    else response.status(503).json({ status: 'not ready', waitingFor });
  });
  return forPath(/^\/(healthz|readyz)\/?$/i, router);
};
