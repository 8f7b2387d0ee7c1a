import type { ErrorBody } from '@qr-attendance/contracts';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { isUnavailable } from '../db/is-unavailable.ts';
import { DomainError, STATUS_BY_KIND, temporarilyUnavailable } from '../errors.ts';
import { InvalidTokenError } from '../identity/caller.ts';
import type { Logger } from '@qr-attendance/observability';
import { errorPageOf } from './provider-navigation.ts';
import { setRetryAfter } from './retry-after.ts';

export const sendError = (
  response: Response,
  status: number,
  code: string,
  error: string,
  details?: Record<string, unknown>,
): void => {
  const page = errorPageOf(response.req, status, code);
  if (page !== undefined) {
    response.redirect(303, page);
    return;
  }
  const body: ErrorBody = {
    error,
    code,
    requestId: String(response.getHeader('x-request-id') ?? ''),
    ...(details ? { details } : {}),
  };
  response.status(status).json(body);
};

/** RFC 6750: states that the token was rejected, and not another part of the request. */
export const INVALID_TOKEN = 'Bearer error="invalid_token"';

const sendRefusal = (response: Response, refusal: DomainError): void => {
  const { kind, code, message, details } = refusal;
  if (refusal instanceof InvalidTokenError) response.setHeader('WWW-Authenticate', INVALID_TOKEN);
  const wait = details?.['retryAfterSeconds'];
  if (typeof wait === 'number') response.setHeader('Retry-After', String(wait));
  else if (kind === 'unavailable' && !response.hasHeader('Retry-After')) setRetryAfter(response);
  sendError(response, STATUS_BY_KIND[kind], code, message, details);
};

const messages: Record<string, [code: string, error: string]> = {
  'entity.parse.failed': ['invalid_json', 'The request body is not valid JSON.'],
  'entity.too.large': ['too_large', 'The request is too large.'],
  'request.aborted': ['aborted', 'The request was cut off.'],
};

interface HttpError {
  status?: number;
  type?: string;
}
const isHttpError = (error: unknown): error is HttpError =>
  typeof error === 'object' && error !== null && 'status' in error;

/** Must be the last handler. */
export const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof DomainError) {
      sendRefusal(response, error);
      return;
    }
    if (isUnavailable(error)) {
      log.warn({ err: error, requestId: response.getHeader('x-request-id') }, 'database not available');
      sendRefusal(response, temporarilyUnavailable());
      return;
    }
    const status = isHttpError(error) ? (error.status ?? 500) : 500;
    if (status >= 400 && status < 500) {
      const type = (error as HttpError).type ?? '';
      const [code, text] = messages[type] ?? ['bad_request', 'The request could not be understood.'];
      sendError(response, status, code, text);
      return;
    }
    log.error({ err: error, requestId: response.getHeader('x-request-id') }, 'request failed');
    sendError(response, 500, 'internal', 'Something went wrong on our side. Please try again.');
  };

export const notFoundHandler: RequestHandler = (_request, response) => {
  sendError(response, 404, 'unknown_path', 'There is nothing at this address.');
};
