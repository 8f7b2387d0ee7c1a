import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { maskPath, type Logger } from '../logging.ts';
import { runInRequest } from '../request-context.ts';
import { traceIdOf } from '../tracing/trace-requests.ts';

/** An id from outside is taken only in this shape: it ends in logs and answers. */
const acceptable = /^[\w-]{8,64}$/;

const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && acceptable.test(given) ? given : randomUUID();

/** The route's pattern (`/api/sessions/:id`) where known: unlike the path it holds no code and no id. */
const routeOf = (request: Request): string => {
  const pattern = (request.route as { path?: string } | undefined)?.path;
  return pattern ?? maskPath(request.originalUrl);
};

const described = (request: Request, status: number) => ({
  requestId: request.headers['x-request-id'],
  traceId: traceIdOf(request),
  method: request.method,
  route: routeOf(request),
  status,
});

/** Gives each request an id, answers it as `X-Request-Id`, and logs each answer once. */
export const requestLog = (log: Logger): RequestHandler[] => [
  (request, response, next) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    request.headers['x-request-id'] = requestId;
    response.setHeader('X-Request-Id', requestId);
    runInRequest({ requestId }, next);
  },
  pinoHttp<Request>({
    logger: log,
    genReqId: (request) => String(request.headers['x-request-id']),
    autoLogging: { ignore: (request) => /^\/(healthz|readyz)$/.test(request.url ?? '') },
    serializers: { req: () => undefined, res: () => undefined },
    customSuccessObject: (request, response, entry: object) => ({
      ...entry,
      ...described(request, response.statusCode),
    }),
    customErrorObject: (request, response, _error, entry: object) => ({
      ...entry,
      ...described(request, response.statusCode),
    }),
    customLogLevel: (_request, response, error) =>
      error || response.statusCode >= 500 ? 'error' : response.statusCode >= 400 ? 'warn' : 'info',
  }),
];
