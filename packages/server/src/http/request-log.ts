import { randomUUID } from 'node:crypto';
import { routes } from '@qr-attendance/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { type Logger, maskPath, runInRequest } from '@qr-attendance/observability';
import { traceIdOf } from './trace-requests.ts';
import { whenClosed } from './when-closed.ts';
import { sampleLog } from './sample-log.ts';

/** Ids from clients must have this form, because they appear in logs and answers. */
const acceptable = /^[\w-]{8,64}$/;

const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && acceptable.test(given) ? given : randomUUID();

const routeOf = (request: Request): string => {
  const pattern = (request.route as { path?: string } | undefined)?.path;
  return pattern ?? maskPath(request.originalUrl);
};

/** Overload and attacks cause thousands of these answers; only their number matters. */
const SAMPLED = new Set([408, 429, 503]);

/** Sign-ins through a provider are reads too, and exports contain the data of many people. */
const LOGGED_READ = /^\/api\/auth\/|\/(?:export|my-data)(?:[/?]|$)/;
/** A hall causes thousands of these answers within a minute. The audit log contains each mark. */
const isFrequent = ({ method, originalUrl }: Request): boolean =>
  method === 'GET' || method === 'HEAD'
    ? !LOGGED_READ.test(originalUrl)
    : originalUrl === routes.attendance.markAttendance.path;
const MAX_FREQUENT_LINES_PER_SECOND = 20;

const described = (request: Request, status: number) => ({
  requestId: request.headers['x-request-id'],
  traceId: traceIdOf(request),
  method: request.method,
  route: routeOf(request),
  status,
});

const HEALTH_CHECK = /^\/(healthz|readyz)$/;

const COMPLETED = 'request completed';
const endOf = (request: Request, response: Response): string =>
  !request.readableAborted && response.writableEnded ? COMPLETED : 'request aborted';

/**
 * Sets `X-Request-Id` and logs each answer once; of 408, 429 and 503 only a sample without stack, and of successful
 * reads and marks the first of each second. Uses the logger of the process, because creating a child logger per
 * request costs more than writing the line.
 */
export const requestLog = (log: Logger): RequestHandler => {
  const sample = sampleLog(log);
  const sampleFrequent = sampleLog(log, MAX_FREQUENT_LINES_PER_SECOND, 'info');
  const levelOf = (status: number, error?: Error) => {
    if (SAMPLED.has(status)) return sample(`answered ${status}`) ? 'warn' : undefined;
    return error || status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info';
  };
  const write = (request: Request, response: Response, began: number, error?: Error): void => {
    const status = response.statusCode;
    const level = levelOf(status, error);
    if (level === undefined || !log.isLevelEnabled(level)) return;
    const end = endOf(request, response);
    if (
      level === 'info' &&
      end === COMPLETED &&
      isFrequent(request) &&
      !sampleFrequent('successful requests')
    )
      return;
    const entry = { responseTime: Date.now() - began, ...described(request, status) };
    if (!error && status < 500) log[level](entry, end);
    else {
      const err = SAMPLED.has(status) ? undefined : (error ?? new Error(`failed with status code ${status}`));
      log[level]({ err, ...entry }, 'request errored');
    }
  };
  return (request, response, next) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    request.headers['x-request-id'] = requestId;
    response.setHeader('X-Request-Id', requestId);
    const began = Date.now();
    let isWritten = false;
    const done = (error?: Error): void => {
      if (!isWritten) write(request, response, began, error);
      isWritten = true;
    };
    // `close` is emitted after every kind of end.
    if (!HEALTH_CHECK.test(request.url)) whenClosed(response, done);
    response.on('error', done);
    runInRequest({ requestId }, next);
  };
};
