import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { type Logger, maskPath, runInRequest } from '@qr-attendance/observability';
import { traceIdOf } from './trace-requests.ts';
import { sampleLog } from './sample-log.ts';

/** An id from outside is taken only in this shape: it ends in logs and answers. */
const acceptable = /^[\w-]{8,64}$/;

const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && acceptable.test(given) ? given : randomUUID();

/** The route's pattern (`/api/sessions/:id`) where known: unlike the path it holds no code and no id. */
const routeOf = (request: Request): string => {
  const pattern = (request.route as { path?: string } | undefined)?.path;
  return pattern ?? maskPath(request.originalUrl);
};

/** What overload and attacks are answered with by the thousand; nothing in such a line but its number is of interest. */
const SAMPLED = new Set([408, 429, 503]);

const described = (request: Request, status: number) => ({
  requestId: request.headers['x-request-id'],
  traceId: traceIdOf(request),
  method: request.method,
  route: routeOf(request),
  status,
});

const giveId: RequestHandler = (request, response, next) => {
  const requestId = requestIdOf(request.headers['x-request-id']);
  request.headers['x-request-id'] = requestId;
  response.setHeader('X-Request-Id', requestId);
  runInRequest({ requestId }, next);
};

/**
 * Gives each request an id, answers it as `X-Request-Id`, and logs each answer once; of those that ask a client to come
 * back later a sample, without a stack.
 */
export const requestLog = (log: Logger): RequestHandler[] => {
  const sample = sampleLog(log);
  const levelOf = (status: number, error?: Error) => {
    if (SAMPLED.has(status)) return sample(`answered ${status}`) ? 'warn' : 'silent';
    return error || status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info';
  };
  return [
    giveId,
    pinoHttp<Request>({
      logger: log,
      genReqId: (request) => String(request.headers['x-request-id']),
      autoLogging: { ignore: (request) => /^\/(healthz|readyz)$/.test(request.url ?? '') },
      serializers: { req: () => undefined, res: () => undefined },
      customSuccessObject: (request, response, entry: object) => ({
        ...entry,
        ...described(request, response.statusCode),
      }),
      customErrorObject: (request, response, error, entry: object) => ({
        ...entry,
        err: SAMPLED.has(response.statusCode) ? undefined : error,
        ...described(request, response.statusCode),
      }),
      customLogLevel: (_request, response, error) => levelOf(response.statusCode, error),
    }),
  ];
};
