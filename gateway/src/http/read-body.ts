import { Refused } from '@qr-attendance/service-kit';
import type { Request, RequestHandler } from 'express';
import getRawBody from 'raw-body';

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Compressed bodies are refused: a small one may hide one that is beyond any limit. */
const isCompressed = (request: Request): boolean =>
  (request.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';

/**
 * Reads a whole request body before an upstream hears of it: one that is too large is refused with 413 whether or not it
 * said its length, and a slow phone holds no upstream connection. What is in it, the upstream judges. Who sends a body
 * that is refused is let go of at once: one on the attack never comes to its end.
 */
export const readBody =
  (limit: string): RequestHandler =>
  async (request, response, next) => {
    if (!hasBody(request)) return next();
    try {
      if (isCompressed(request))
        throw new Refused('unsupported', 'compressed_body', 'Send the request without compressing it.');
      request.body = await getRawBody(request, { limit, length: request.headers['content-length'] });
    } catch (error) {
      response.setHeader('Connection', 'close');
      response.once('finish', () => request.socket.destroySoon());
      throw error;
    }
    next();
  };
